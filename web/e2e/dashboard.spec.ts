import { Buffer } from 'node:buffer';
import {
  asAdministrator,
  loginToken,
  makeAccount,
  newName,
  OPERATOR,
  seededAdministrator,
} from './support/api';
import { accessibilityViolations } from './support/axe';
import { asCaller, customerWithPoints, startTask } from './support/tasks';
import { expect, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

interface TopCustomer {
  charged: number;
  days: { charged: number }[];
}

/** The worker needs time. */
const WORK = { timeout: 90_000 };

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('the dashboard starts a task with a file and leads to the download of another', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  const id = await startTask(sid, 'hygiene', 'Done before', 5);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).ready, WORK).toBe(true);

  await openAs(page, sid, '/dashboard');
  await page.getByRole('link', { name: 'Download results of Done before' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export results' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/task/detail/${id}$`));
  // The table comes first, and folded charts stay folded.
  const charts = page.getByRole('button', { name: 'Breakdown', exact: true });
  await expect(page.getByRole('button', { name: /^Filter by / }).first()).toBeVisible();
  await charts.click();
  await expect(page.getByRole('button', { name: /^Filter by / })).toHaveCount(0);
  await page.reload();
  await expect(charts).toHaveAttribute('aria-expanded', 'false');
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.goto('/dashboard');
  await page.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,phone\nAnna,+4915112345678\nBo,+4915112345679\n'),
  });
  await expect(page.getByText('Choose a check for guests.csv.')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /WhatsApp/ })
    .click();
  await expect(page.getByText(/^Column: phone/)).toBeVisible(WORK);
  await page.getByRole('button', { name: 'Change how the file is read' }).click(WORK);
  await expect(page.getByRole('columnheader', { name: /phone/ }).getByRole('radio')).toBeChecked(WORK);
});

test('staff see USDT in and top customers if they may see deposits and accounts', async ({ page }) => {
  const { sid } = await customerWithPoints(10);
  const id = await startTask(sid, 'whatsapp', 'Charged', 50);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).state, WORK).toBe('completed');
  const { operator } = await asAdministrator('task/summary', {});
  const { usdt_in: usdt, customers } = operator as { usdt_in: unknown[]; customers: TopCustomer[] };
  expect(usdt).toBeInstanceOf(Array);
  // Other journeys have customers, too.
  expect(customers.length).toBeGreaterThan(0);
  expect(customers.length).toBeLessThanOrEqual(5);
  expect(customers.map(({ charged }) => charged)).toEqual(
    customers.map(({ days }) => days.reduce((sum, day) => sum + day.charged, 0)),
  );
  expect(customers).toEqual(customers.toSorted((a, b) => b.charged - a.charged));

  await openAs(page, seededAdministrator(), '/dashboard');
  const card = page.getByRole('region', { name: /^Top customers/ });
  await expect(card.getByRole('img', { name: /: trend by day$/ }).first()).toBeVisible();
  await expect(page.getByText('USDT in, 30 days')).toBeVisible();
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);

  const role = await asAdministrator('role/save', { name: newName(), permissions: ['task/list'] });
  const clerk = await makeAccount({ ...OPERATOR, roles: [Number(role.id)] });
  const clerkSid = await loginToken(clerk.username, clerk.password);
  const theirs = await asCaller(clerkSid, 'task/summary', {});
  expect(theirs.operator).toMatchObject({ usdt_in: null, customers: null });
  await openAs(page, clerkSid, '/dashboard');
  await expect(page.getByText('Unmatched deposits')).toBeVisible();
  await expect(page.getByText('USDT in, 30 days')).toHaveCount(0);
  await expect(card).toHaveCount(0);
});
