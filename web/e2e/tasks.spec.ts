import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { asAdministrator } from './support/api';
import { accessibilityViolations } from './support/axe';
import {
  asCaller,
  customerWithPoints,
  deadProject,
  resultsWith,
  slowProject,
  startTask,
} from './support/tasks';
import { logInAsAdministrator, expect, openAs, setLanguage, waitUntilLoaded, test } from './support/test';

/** The simulated providers and the worker need time. */
const WORK = { timeout: 90_000 };

const progress = (page: Page) => page.getByRole('main').getByRole('progressbar').first();
const percentDone = async (page: Page): Promise<number> =>
  Number(await progress(page).getAttribute('aria-valuenow'));

/** The amount shown in a figure of the page. */
async function figure(page: Page, name: string): Promise<number> {
  const text = await page
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .textContent();
  return Number((text ?? '').replaceAll(',', '').replace(/[^\d.].*$/, ''));
}

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a task is paused, resumed, and cancelling refunds what is not processed', async ({ page }) => {
  const { sid } = await customerWithPoints(5000);
  const id = await startTask(sid, await slowProject(), 'Slow one', 4000);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(page.getByRole('heading', { name: 'Slow one', level: 1 })).toBeVisible();
  // It progresses while it is open, and the first results appear before the last.
  await expect.poll(() => percentDone(page), WORK).toBeGreaterThan(0);
  await expect(page.getByText('per second')).toBeVisible(WORK);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('The task is paused and its points stay held')).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  // A chunk in progress during the pause still counts. After that nothing changes.
  let known = -1;
  await expect
    .poll(
      async () => {
        const before = known;
        known = Number((await asCaller(sid, 'task/get', { id })).done);
        return known - before;
      },
      { ...WORK, intervals: [2500] },
    )
    .toBe(0);
  expect(await figure(page, 'Refund if cancelled')).toBeGreaterThan(0);
  await page.getByRole('button', { name: /^Cancel \(refunds [\d,]+\.00 points\)$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel task "Slow one"?' });
  await expect(dialog).toContainText(/about [\d,]+\.00 points are refunded immediately/);
  await dialog.getByRole('button', { name: 'Cancel task' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  const charged = Number((await asCaller(sid, 'task/get', { id })).charged) / 10_000;
  await expect.poll(() => figure(page, 'Charged')).toBe(charged);
  const amount = (4000 - charged).toLocaleString('en', { minimumFractionDigits: 2 });
  await expect(page.getByRole('banner').locator('dl')).toContainText(
    (5000 - charged).toLocaleString('en', { minimumFractionDigits: 2 }),
  );

  // The statement: held = charged + returned.
  const spent = charged.toLocaleString('en', { minimumFractionDigits: 2 });
  await expect(page.getByRole('row', { name: /^Held at the start/ })).toContainText('4,000.00');
  await expect(page.getByRole('row', { name: /^Charged/ })).toContainText(spent);
  await expect(page.getByRole('row', { name: /^Returned/ })).toContainText(amount);

  // The records show the charges; holds are hidden and never count as income.
  await page.getByRole('link', { name: 'View charges' }).click();
  await expect(page).toHaveURL(new RegExp(`/finance/list\\?task=${id}$`));
  const totals = page.getByLabel('Totals');
  await expect(totals.locator('div', { hasText: 'Total out' })).toContainText(spent);
  await expect(totals.locator('div', { hasText: 'Total in' })).toContainText('0.00');
  await expect(page.getByRole('row', { name: /Hold for task/ })).toHaveCount(0);
  await page.getByLabel('Holds').selectOption({ label: 'With holds' });
  const hold = page.getByRole('row', { name: new RegExp(`Hold for task ${id}`) });
  await expect(hold).toContainText('4,000.00');
  await expect(hold).not.toContainText('-4,000.00');
  await expect(
    page.getByRole('row', { name: new RegExp(`Release of the unused hold of task ${id}`) }),
  ).toContainText(amount);
  await expect(totals.locator('div', { hasText: 'Total in' })).toContainText('0.00');
});

test('a task waits for a dead provider, and says so', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  const { slug, address } = await deadProject();
  const id = await startTask(sid, slug, 'Nobody answers', 30);
  await openAs(page, sid, `/task/detail/${id}`);
  const why = page.getByText(
    /^The task waits: the provider has been failing since .* \(1 of 1 connection down\)\.$/,
  );
  await expect(why).toBeVisible(WORK);
  // Customers are not told which provider it is.
  await expect(page.getByText(slug)).toHaveCount(0);
  await expect(page.getByText(address)).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  // Staff are told about the channel.
  const notices = async () => JSON.stringify(await asAdministrator('notify/sent', {}));
  await expect.poll(notices, WORK).toContain(`The channel “${slug}” failed too often`);
  // Nothing is lost while it waits.
  const { state, done } = await asCaller(sid, 'task/get', { id });
  expect([state, done]).toEqual(['running', 0]);
  await asCaller(sid, 'task/cancel', { id });
});

test('numbers that a provider does not answer can be run again', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  // Its breaker never opens, so nothing waits for it.
  const { slug } = await deadProject(1000);
  const id = await startTask(sid, slug, 'Nobody answers', 30);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(page.getByText('Completed with failures')).toBeVisible(WORK);
  await expect(page.getByText(/^A provider failed to answer for some numbers/)).toBeVisible();
  await expect(page.getByText('30 due to provider failures')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Charged/ })).toContainText('0.00');
  expect(await accessibilityViolations(page)).toEqual([]);
  const rerun = page.getByRole('alert').getByRole('button', { name: 'Rerun unknown numbers' });
  await rerun.click();
  await expect(page).toHaveURL(/reuse=\d+/);
});

test('results are filtered by clicking, kept in the URL, and exported with the filter', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  const id = await startTask(sid, 'whatsapp', 'Two hundred', 200);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(WORK);
  const table = page.getByRole('region', { name: 'Results', exact: true });
  await expect(table.getByText('200 in total')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  const count = await resultsWith(sid, id, 'active');
  const active = page.getByRole('button', { name: `Filter by Active, ${count}`, exact: true });
  await active.click();
  await expect(active).toHaveAttribute('aria-pressed', 'true');
  await expect(table.getByText(`${count} in total`)).toBeVisible();
  await expect(page).toHaveURL(/status0=active/);
  await page.getByRole('button', { name: /^Filter by China, / }).click();
  await expect(page).toHaveURL(/country=/);
  const sorted = table.getByRole('columnheader', { name: 'Row' });
  for (const direction of ['ascending', 'descending']) {
    await table.getByRole('button', { name: 'Row' }).click();
    await expect(sorted).toHaveAttribute('aria-sort', direction);
  }
  await page.reload();
  await expect(table.getByText(`${count} in total`)).toBeVisible();
  await expect(sorted).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('row').nth(1)).toContainText('Active');
  await page.getByRole('button', { name: 'Remove filter China' }).click();
  await expect(page).not.toHaveURL(/country=/);

  await table.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export results' });
  await expect(dialog.getByLabel(`Current filter only (${count} numbers)`)).toBeChecked();
  await dialog.getByLabel('TXT: numbers only').check();
  // The download begins by itself when the export is done.
  const file = page.waitForEvent('download', WORK);
  await dialog.getByRole('button', { name: 'Start export' }).click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines.filter((line) => /^\+86\d{11}$/.test(line))).toHaveLength(count);

  await table.getByRole('button', { name: 'Export' }).click();
  // The last choice is remembered.
  await expect(dialog.getByLabel('TXT: numbers only')).toBeChecked();
  await dialog.getByLabel('All numbers').check();
  await dialog.getByLabel('Files').selectOption({ label: 'WhatsApp: one file per status (ZIP)' });
  const pack = page.waitForEvent('download', WORK);
  await dialog.getByRole('button', { name: 'Start export' }).click();
  expect((await readFile(await (await pack).path())).subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/task\/list/);
  await expect(page.getByText('No tasks yet')).toBeVisible();
});

test('staff filter tasks by account and see their owner', async ({ page }) => {
  const { sid, uid, username } = await customerWithPoints(100);
  const id = await startTask(sid, 'hygiene', 'Just clean', 30);
  await expect.poll(async () => (await asAdministrator('task/get', { id })).state, WORK).toBe('completed');
  await logInAsAdministrator(page, `/task/list?uid=${uid}`);
  const row = page.getByRole('row', { name: /Just clean/ });
  await expect(row).toContainText(`${username} (UID ${uid})`);
  await expect(row).toContainText('Completed');
  await page.getByLabel('State').selectOption({ label: 'Running' });
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  // The fields are cleared with the URL. Wait, otherwise the input would be cleared too.
  await expect(page).toHaveURL(/\/task\/list$/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByLabel('Name or number').fill(String(id));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Just clean' })).toBeVisible();
});

test('the dashboard shows first steps to a new account, and later its running tasks', async ({ page }) => {
  const { sid } = await customerWithPoints(5000);
  await openAs(page, sid, '/dashboard');
  await expect(page.getByRole('link', { name: 'Upload list' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  const id = await startTask(sid, await slowProject(), 'On its way', 4000);
  await page.getByRole('button', { name: 'Refresh figures' }).click();
  const running = page.getByRole('region', { name: 'Running now' });
  await expect(running.getByRole('link', { name: 'On its way' })).toHaveAttribute(
    'href',
    `/task/detail/${id}`,
  );
  await expect.poll(() => percentDone(page), WORK).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: 'Upload list' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: /^Bar chart by day/ })).toBeVisible(WORK);
});
