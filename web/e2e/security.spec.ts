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
import { enterAs, expect, openAs, refreshFigures, test } from './support/test';
import { totpCode } from './support/totp';

test('enrol a second factor and log in with it, then with a recovery code', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await enterAs(page, account.username, account.password, '/user_info/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await page.getByTestId('totp-secret').innerText();
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(totpCode(secret, Date.now()));
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
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
  // No code is good twice, so this is the next one; clocks that differ by a step are allowed for.
  await logInAgain(totpCode(secret, Date.now() + 30_000));
  await expect(page).toHaveURL(/\/dashboard$/);
  await logInAgain(recovery);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a wrong code is told beside its field and the login stays', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await enterAs(page, account.username, account.password, '/user_info/security');
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

test('a session ended by an administrator is told at once', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  await enterAs(page, account.username, account.password);
  await asAdministrator('user/endSession', { uids: [account.uid] });
  await refreshFigures(page);
  await expect(page.getByRole('dialog', { name: 'Account expired' })).toBeVisible();
});

test('a wallet is changed with a code of the second factor', async ({ page }) => {
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
  await expect(dialog.getByText('Please enter the verification code')).toBeVisible();
  await dialog.getByLabel('Verification code').fill('000000');
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true');
  // The code of this moment was used up when the second factor was turned on; a step ahead is allowed for.
  await dialog.getByLabel('Verification code').fill(totpCode(secret, Date.now() + 30_000));
  await dialog.getByRole('button', { name: 'Add wallet' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeVisible();
});

test('a second factor is demanded of staff, enrolled, and the console opens', async ({ page }) => {
  // A setting of the whole server: this one is the journey's own.
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
    await page.getByRole('switch', { name: 'Staff must use two-factor sign-in' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.goto(`${own.url}/user/list`);
    await expect(page).toHaveURL(/\/user_info\/security$/);
    await expect(page.getByText('Turn on two-factor sign-in first')).toBeVisible();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(DEMO.password);
    await page.getByRole('button', { name: 'Next' }).click();
    const secret = await page.getByTestId('totp-secret').innerText();
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(totpCode(secret, Date.now()));
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('Turn on two-factor sign-in first')).toHaveCount(0);
    await page.goto(`${own.url}/user/list`);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  } finally {
    // Else it would go on asking a server that is not there.
    await page.close();
    process.env.NUMSIFT_URL = shared;
    await own.stop();
  }
});

test('where a second factor is demanded, nothing else opens before there is one', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  // The demand is a setting of the whole server, which other tests share.
  await page.route('**/api/user/info', async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: object };
    await route.fulfill({ json: { ...envelope, data: { ...envelope.data, totp_required: true } } });
  });
  await enterAs(page, account.username, account.password, '/user_info/notify');
  await expect(page).toHaveURL(/\/user_info\/security$/);
  await expect(page.getByText('Turn on two-factor sign-in first')).toBeVisible();
  await page.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expect(page).toHaveURL(/\/user_info\/security$/);
});
