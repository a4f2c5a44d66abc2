import type { Page } from '@playwright/test';
import { makeAccount, OPERATOR, registerAccount } from './support/api';
import { logInAs, logInAsNewCustomer, expect, navigateTo, test } from './support/test';

const TABLE = { name: 'User management', exact: true };

async function enterAsOperator(page: Page, path: string): Promise<string> {
  const { username, password } = await makeAccount(OPERATOR);
  await logInAs(page, username, password, path);
  return username;
}

test('filters, sort and page live in the URL and survive a reload', async ({ page }) => {
  await enterAsOperator(page, '/user/list');
  const table = page.getByRole('table');
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await page.getByRole('textbox', { name: 'Username or UID' }).fill(' customer ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/user\/list\?search=customer$/);
  await expect(table.getByRole('cell', { name: 'customer', exact: true })).toBeVisible();
  // Each click toggles the displayed direction, so wait for it.
  for (const [sort, direction] of [
    ['username', 'ascending'],
    ['-username', 'descending'],
  ]) {
    await page.getByRole('button', { name: 'Username', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`search=customer&sort=${sort}$`));
    await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute(
      'aria-sort',
      direction ?? '',
    );
  }
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username or UID' })).toHaveValue('customer');
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('no matches: shows a message and clears the filters', async ({ page }) => {
  await enterAsOperator(page, '/user/list?search=nobody-at-all');
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/user\/list$/);
  await expect(page.getByRole('cell', { name: 'customer', exact: true })).toBeVisible();
});

test('pages: the second one is in the URL', async ({ page }) => {
  await Promise.all(Array.from({ length: 16 }, registerAccount));
  await enterAsOperator(page, '/user/list?sort=-uid');
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/sort=-uid&page=2$/);
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // A page beyond the end leads to the last one and adds nothing to the history.
  await navigateTo(page, '/user/list?page=999');
  await expect(page).toHaveURL(/page=[1-9]\d?$/);
  await expect(page.getByRole('row', { name: /e2e-|admin/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/sort=-uid&page=2$/);
});

test('column settings persist', async ({ page }) => {
  await enterAsOperator(page, '/user/list');
  const header = page.getByRole('columnheader', { name: 'Registered' });
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Registered' }).uncheck();
  await expect(header).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Username' })).toBeVisible();
  await expect(header).toHaveCount(0);
});

test('an error replaces the table and can be retried', async ({ page }) => {
  await page.route('**/api/user/list', (route) => route.abort());
  await enterAsOperator(page, '/user/list');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/user/list');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('cell', { name: 'operator', exact: true })).toBeVisible();
});

test('cache: a view keeps its input while its tab is open, and showing it again makes no call', async ({
  page,
}) => {
  const username = await enterAsOperator(page, '/user/list');
  const field = page.getByRole('textbox', { name: 'Username or UID' });
  await expect(page.getByRole('cell', { name: 'operator', exact: true })).toBeVisible();
  await field.fill('half a wor');
  const bar = page.getByRole('navigation', { name: 'Open pages' });
  // Wait for the calls of the first visit. The lower half of the dashboard loads later.
  const asked = ['task/summary', 'notify/list'].map((call) => page.waitForResponse(`**/api/${call}`));
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('region', TABLE)).toBeHidden();
  await Promise.all(asked);

  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await bar.getByRole('link', { name: 'User management' }).click();
  await expect(field).toHaveValue('half a wor');
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(username);
  // Project names are fetched once with the chart, which is rendered last.
  const expected = /\/(notify\/waitConfirm|project\/catalogue)$/;
  expect(calls.filter((url) => url.includes('/api/') && !expected.test(url))).toEqual([]);
  expect(calls.filter((url) => url.endsWith('/project/catalogue')).length).toBeLessThanOrEqual(1);

  // Refresh drops the input and refetches.
  await bar.getByRole('link', { name: 'User management' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Refresh' }).click();
  await expect(field).toHaveValue('');
  await expect.poll(() => calls.filter((url) => url.endsWith('/user/list')).length).toBe(1);
});

test('customers do not have this page: /404', async ({ page }) => {
  await logInAsNewCustomer(page, '/user/list');
  await expect(page).toHaveURL(/\/404$/);
});
