import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  adjustBalance,
  asAdministrator,
  CUSTOMER,
  makeAccount,
  makeIndependentAdministrator,
  newName,
  PASSWORD,
  replacePassword,
  serverUrl,
} from './support/api';
import { mockCall } from './support/mock-calls';
import {
  logInAs,
  logInAsAdministrator,
  logInAsNewCustomer,
  expect,
  whenConnected,
  setLanguage,
  test,
} from './support/test';

/**
 * The simulated chain and the server's reader work in intervals of seconds, and the dialog polls every five
 * seconds.
 */
const PAYMENT = { timeout: 90_000 };

const balance = (page: Page) => page.getByRole('banner').locator('dl');

async function openTopUp(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'USDT top-up' }).click();
  await expect(page.getByRole('dialog', { name: 'USDT top-up' })).toBeVisible();
}

async function createOrder(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Create order' }).click();
}

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a customer tops up and sees the points and the financial record', async ({ page }) => {
  await logInAsNewCustomer(page);
  await expect(balance(page)).toContainText('0.00');
  await openTopUp(page);
  const dialog = page.getByRole('dialog');

  await createOrder(page, '0.5');
  await expect(dialog.getByText('Enter an amount from 1 to 100,000')).toBeVisible();
  await page.getByLabel('Amount').fill('12');
  await expect(dialog.getByTestId('bought')).toHaveText('At least 1,200.00');
  await createOrder(page, '12');
  await expect(page.getByText('Created successfully, please pay per the order soon')).toBeVisible();

  await expect(dialog.getByText('Only the TRC20 network is supported')).toHaveCSS(
    'color',
    'rgb(176, 37, 37)',
  );
  await expect(dialog.getByText('must equal the displayed amount')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'QR code of the wallet address' })).toBeVisible();
  // Nobody can pay the demo with real money.
  await expect(dialog.getByText('Demo: send no money. This is not a real address.')).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^(?:20:00|1\d:\d\d)$/);
  const shown = (await dialog.getByTestId('pay-amount').textContent()) ?? '';
  const [, whole, cents] = /^(12)\.(\d\d) USDT$/.exec(shown) ?? [];
  expect(cents, shown).toBeDefined();

  await dialog.getByRole('button', { name: 'Pay with the simulator' }).click();
  await expect(dialog.getByRole('heading', { name: 'Top-up complete' })).toBeVisible(PAYMENT);
  // One USDT buys 100 points, so amount and points have the same digits.
  const points = `${Number(`${whole}${cents}`).toLocaleString('en')}.00`;
  await expect(balance(page)).toContainText(points);
  // Both the icon at the top and the button at the bottom close.
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.goto('/finance/list');
  const line = page.getByRole('row', { name: /USDT top-up, order \d+/ });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText(`+${points}`);
  await page.goto('/recharge/list');
  await expect(page.getByRole('row', { name: new RegExp(shown) })).toContainText('Paid');
});

test('an adjustment by an administrator appears immediately', async ({ page }) => {
  let name = '';
  await whenConnected(page, async () => {
    name = await logInAsNewCustomer(page, '/finance/list');
  });
  await expect(page.getByText('No records yet')).toBeVisible();
  const { items } = await asAdministrator('user/list', { filter: { search: name } });
  const [{ uid }] = items as [{ uid: number }];
  await adjustBalance(uid, 123_400, `e2e-${uid}-gift`, 'welcome');
  await expect(balance(page)).toContainText('12.34');
  await expect(page.getByRole('row', { name: /Adjustment, added/ })).toContainText('+12.34');
  // Only staff see the reason.
  await expect(page.getByText('welcome')).toHaveCount(0);
});

test('a timed-out order must not be paid', async ({ page }) => {
  await logInAsNewCustomer(page);
  await mockCall(page, 'recharge/recharge', {
    code: 0,
    msg: '',
    data: {
      id: 1,
      uid: 1,
      username: 'x',
      kind: 'points',
      wallet_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      amount: '12.00',
      amount_micro: 12_000_000,
      base_micro: 12_000_000,
      points: 12_000_000,
      status: 0,
      created_at: 1_700_000_000,
      expire_time: 1_700_001_200,
      paid_at: null,
      txid: null,
    },
  });
  await mockCall(page, 'recharge/query', { code: 40400, msg: 'no such order', data: null });
  await openTopUp(page);
  await createOrder(page, '12');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveText('The order has timed out, do not pay');
  await expect(dialog.getByRole('button', { name: 'Pay with the simulator' })).toHaveCount(0);
  // Polling stops, and nothing invites to pay any more.
  await expect(dialog.getByText(/^Waiting for the payment/)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await expect(dialog.getByRole('img', { name: /QR/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog.getByText('Looking for your payment…')).toBeVisible();
  // The first error response stops it again.
  await expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible();

  await dialog.getByRole('button', { name: 'New order' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('');
});

test('a refused order shows the reason', async ({ page }) => {
  await logInAsNewCustomer(page);
  await mockCall(page, 'recharge/recharge', { code: 40001, msg: 'too many open orders', data: null });
  await openTopUp(page);
  await createOrder(page, '12');
  await expect(page.getByText('Create failed: too many open orders')).toBeVisible();
});

test('the dialog has full width on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsNewCustomer(page);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'USDT top-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'USDT top-up' });
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
});

test('a second administrator approves an adjustment; the wallet changes only with the password', async ({
  page,
  browser,
}) => {
  const admin = await logInAsAdministrator(page, '/finance/list');
  await page.getByRole('button', { name: 'Adjust balance' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
  await expect(dialog.getByText('Enter an amount other than 0')).toBeVisible();
  await expect(dialog.getByText('Choose an account')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Account', exact: true }).fill(admin.username);
  await page.getByRole('option', { name: `${admin.username} (UID ${admin.uid})` }).click();
  await dialog.getByLabel('Amount').fill('7.5');
  await dialog.getByLabel('Reason').fill('a test');
  await dialog.getByRole('button', { name: 'Adjust', exact: true }).click();
  // The seeded administrator is another one, so somebody else must approve it.
  await expect(page.getByText('Sent to another administrator for approval')).toBeVisible();
  await page.goto('/approval/list');
  const own = page.getByRole('row', { name: new RegExp(`${admin.username}.*a test`) });
  await expect(own.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const other = await browser.newContext({ baseURL: serverUrl(), locale: 'en-GB' });
  const second = await other.newPage();
  const approver = await makeIndependentAdministrator();
  await logInAs(second, approver.username, approver.password, '/approval/list');
  const asked = second.getByRole('row', { name: new RegExp(`${admin.username}.*a test`) });
  await asked.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(asked.getByText('Approved')).toBeVisible();
  await other.close();
  await page.goto('/finance/list');
  await expect(page.getByRole('row', { name: new RegExp(`UID ${admin.uid}`) })).toContainText('+7.50');

  await page.goto('/recharge/getWallet');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  await dialog.getByLabel('Address (TRC20)').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T');
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog.getByText('Enter your password')).toBeVisible();
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  // One letter in the wrong case: the server's checksum detects it.
  await expect(dialog.getByLabel('Address (TRC20)')).toHaveAttribute('aria-invalid', 'true');
});

test('an unmatched deposit is credited to an account', async ({ page }) => {
  const payer = await makeAccount(CUSTOMER);
  const deposit = {
    id: 9_000_001,
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    amount: '12',
    amount_micro: 12_000_000,
    block_time: 1_790_000_000_000,
    decided_by: null,
    log_index: 0,
    order: null,
    reason: '',
    seen_at: 1_790_000_000_000,
    sender: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    status: 'unmatched',
    txid: 'ab'.repeat(32),
    uid: payer.uid,
    username: payer.username,
  };
  await mockCall(page, 'recharge/deposits', { code: 0, msg: '', data: { items: [deposit], total: 1 } });
  await mockCall(page, 'recharge/creditDeposit', { code: 0, msg: '', data: { deposit, approval: null } });
  await logInAsAdministrator(page, '/recharge/deposits');
  await page.getByRole('button', { name: 'Credit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const account = dialog.getByRole('combobox', { name: 'Account' });
  await expect(account).toHaveValue(`${payer.username} (UID ${payer.uid})`);

  await dialog.getByText('Order', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Order' }).fill('7');
  await dialog.getByText('Account', { exact: true }).first().click();
  await expect(account).toHaveValue(`${payer.username} (UID ${payer.uid})`);
  await dialog.getByLabel('Reason').fill('paid too much');
  const sent = page.waitForRequest('**/api/recharge/creditDeposit');
  await dialog.getByRole('button', { name: 'Credit', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    id: deposit.id,
    order: null,
    uid: payer.uid,
    reason: 'paid too much',
  });
  await expect(dialog).toHaveCount(0);
});

test('income is exported', async ({ page }) => {
  await logInAsAdministrator(page, '/finance/income');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV file' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('income.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain(
    'day,project,numbers,charged,cost,margin,commission',
  );
});

test('an account with permission tops up quota, finds it in the records and exports them', async ({
  page,
}) => {
  const username = newName();
  const made = await asAdministrator('user/create', {
    username,
    account_type: 3,
    roles: [3],
    self_quota_topup: true,
  });
  await replacePassword(username, String(made.password));
  await logInAs(page, username, PASSWORD, '/finance/credit');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'Quota top-up' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'USDT top-up' })).toHaveCount(0);
  await banner.getByRole('button', { name: 'Quota top-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quota top-up' });
  await createOrder(page, '3');
  await dialog.getByRole('button', { name: 'Pay with the simulator' }).click();
  await expect(dialog.getByRole('heading', { name: 'Top-up complete' })).toBeVisible(PAYMENT);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /Quota top-up, order \d+/ })).toContainText(/\+30\d\.00/);
  await expect(balance(page)).toContainText(/30\d\.00/);

  await page.getByRole('tab', { name: 'Quota orders' }).click();
  await expect(page.getByRole('row', { name: /3\.0\d USDT/ })).toContainText('Paid');
  await page.getByRole('tab', { name: 'Records' }).click();
  for (const [format, beginning] of [
    ['CSV file', 'id,at,uid'],
    ['Excel file (XLSX)', 'PK'],
  ] as const) {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: format }).click();
    const file = await readFile(await (await coming).path());
    expect(file.subarray(0, 20).toString('latin1')).toContain(beginning);
  }
});
