import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { asCaller, customerWithPoints } from './support/tasks';
import { expect, logInAsAdministrator, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

/** The simulated provider has definite answers for these. */
const NUMBERS = ['+8613800130001', '+8613800130002'];
const WORK = { timeout: 60_000 };

const field = (page: Page) => page.getByLabel('Numbers to look up');
const results = (page: Page) => page.getByRole('region', { name: 'Answers' });

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('numbers are looked up, answered with their age, and asked about again', async ({ page }) => {
  const { sid } = await customerWithPoints(10);
  await openAs(page, sid, '/lookup/create');
  await field(page).fill(`${NUMBERS[0]}\n020 8366 1177, nobody`);
  await page.getByRole('combobox', { name: 'Country of numbers without +' }).fill('United Kingdom');
  await page.getByRole('option', { name: /United Kingdom/ }).click();
  // What the number engine knows appears without a click.
  const facts = page.getByRole('table', { name: 'What is known' });
  await expect(facts.getByRole('row', { name: /\+44 20 8366 1177/ })).toContainText('London');
  await expect(facts.getByRole('row', { name: /\+86 138 0013 0001/ })).toContainText('China Mobile');
  await expect(facts.getByRole('row', { name: /nobody/ })).toContainText('Not a phone number');

  const ask = page.getByRole('button', { name: 'Look up', exact: true });
  await expect(ask).toBeDisabled();
  await page.getByRole('checkbox', { name: /^WhatsApp/ }).check();
  await page.getByLabel('I may process these numbers').check();
  await expect(page.getByText('At most 0.02 points')).toBeVisible();
  await waitUntilLoaded(page);
  await expectAccessible(page, 'numbers to look up');
  await ask.click();
  await expect(results(page)).toContainText('WhatsApp', WORK);
  await expect(results(page)).toContainText('just now');
  await waitUntilLoaded(page);
  await expectAccessible(page, 'answers');

  // The same numbers again are answered from the earlier answers, unless the person asks again.
  await ask.click();
  await expect(results(page)).toContainText('Charged: 0.00 points', WORK);
  await expect(results(page)).toContainText('Reused');
  await page.getByRole('button', { name: `Ask again about ${NUMBERS[0]}` }).click();
  await expect(results(page)).toContainText('Charged: 0.01 points', WORK);

  // The check of the accessibility leaves the page narrow, where the header is hidden.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/lookup/list');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(6);
  await page.getByRole('textbox', { name: 'Number' }).fill('442083661177');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('+44 20 8366 1177');
});

test('the command palette looks up a number that is typed', async ({ page }) => {
  const { sid } = await customerWithPoints(1);
  await openAs(page, sid, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('+1 201-555-0100');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lookup\/create/);
  await expect(field(page)).toHaveValue('+1 201-555-0100');
  await expect(page.getByRole('table', { name: 'What is known' })).toContainText('New Jersey');
});

test('staff find the lookups of an account and download them', async ({ page }) => {
  const { sid, uid, username } = await customerWithPoints(10);
  const body = { numbers: NUMBERS, projects: ['whatsapp'], max_age_days: 0, confirmed: true };
  const asked = await asCaller(sid, 'lookup/ask', body);
  expect(Number(asked.charged)).toBeGreaterThan(0);
  await logInAsAdministrator(page, `/lookup/list?uid=${uid}`);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(username);
  await waitUntilLoaded(page);
  await expectAccessible(page, 'lookups of an account');
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV file' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(3);
  expect(text).toContain('whatsapp');
});
