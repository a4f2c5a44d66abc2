import {
  ADMINISTRATOR,
  asAdministrator,
  CUSTOMER,
  DEMO,
  loginToken,
  makeAccount,
  serverUrl,
} from './support/api';
import { startNumsift } from './support/server';
import { asCaller } from './support/tasks';
import { logInAs, expect, openAs, refreshFigures, test } from './support/test';
import { totpCode } from './support/totp';

test('enrol a second factor and log in with it, then with a recovery code', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await logInAs(page, account.username, account.password, '/user_info/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await page.getByTestId('totp-secret').innerText();
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(totpCode(secret, Date.now()));
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();

  async function logInAgain(code: string): Promise<void> {
    await page.context().clearCookies({ name: 'Admin-Token' });
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    const field = page.getByRole('textbox', { name: 'Verification code' });
    await expect(field).toBeFocused();
    await field.fill(code);
    await page.getByRole('button', { name: 'Log in' }).click();
  }
  // Codes cannot be reused, so use the next one. The server accepts a drift of one step.
  await logInAgain(totpCode(secret, Date.now() + 30_000));
  await expect(page).toHaveURL(/\/dashboard$/);
  await logInAgain(recovery);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a wrong code is shown at its field and the login form stays', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await logInAs(page, account.username, account.password, '/user_info/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill('not-the-password');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill('000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toHaveAttribute('aria-invalid', 'true');
});

test('a session ended by an administrator is reported immediately', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await logInAs(page, account.username, account.password);
  await asAdministrator('user/endSession', { uids: [account.uid] });
  await refreshFigures(page);
  await expect(page.getByRole('dialog', { name: 'Account expired' })).toBeVisible();
});

test('changing a wallet requires the second factor', async ({ page }) => {
  const admin = await makeAccount(ADMINISTRATOR);
  const sid = await loginToken(admin.username, admin.password);
  const begun = await asCaller(sid, 'user/totpBegin', { password: admin.password });
  const secret = String(begun.secret);
  await asCaller(sid, 'user/totpEnable', { code: totpCode(secret, Date.now()) });
  await openAs(page, sid, '/recharge/getWallet');
  await page.getByRole('button', { name: 'Add wallet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address (TRC20)').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await dialog.getByLabel('Your password').fill(admin.password);
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog.getByText('Enter the verification code')).toBeVisible();
  await dialog.getByLabel('Verification code').fill('000000');
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true');
  // The current code was used when the second factor was turned on. The server accepts a drift of one step.
  await dialog.getByLabel('Verification code').fill(totpCode(secret, Date.now() + 30_000));
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Sent to another administrator for approval')).toBeVisible();
});

test('staff are required to set up a second factor, then the console opens', async ({ page }) => {
  // The setting applies to the whole server, so this journey starts its own.
  const shared = serverUrl();
  const own = await startNumsift();
  process.env.NUMSIFT_URL = own.url;
  try {
    await page.goto(`${own.url}/login`);
    await page.getByRole('textbox', { name: 'Username' }).fill('admin');
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(`${own.url}/setting/edit`);
    await page.getByRole('switch', { name: 'Require two-factor authentication for staff' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.goto(`${own.url}/user/list`);
    await expect(page).toHaveURL(/\/user_info\/security$/);
    await expect(page.getByText('Turn on two-factor authentication first')).toBeVisible();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Next' }).click();
    const secret = await page.getByTestId('totp-secret').innerText();
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(totpCode(secret, Date.now()));
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await expect(page.getByText('Turn on two-factor authentication first')).toHaveCount(0);
    await page.goto(`${own.url}/user/list`);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  } finally {
    // Otherwise it would keep calling a stopped server.
    await page.close();
    process.env.NUMSIFT_URL = shared;
    await own.stop();
  }
});

test('if a second factor is required, no other page opens before it is set up', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  // The requirement is a setting of the whole server, which other tests share.
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: object };
    await route.fulfill({ json: { ...envelope, data: { ...envelope.data, totp_required: true } } });
  });
  await logInAs(page, account.username, account.password, '/user_info/notify');
  await expect(page).toHaveURL(/\/user_info\/security$/);
  await expect(page.getByText('Turn on two-factor authentication first')).toBeVisible();
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expect(page).toHaveURL(/\/user_info\/security$/);
});
