import { asAdministrator, CUSTOMER, makeAccount } from './support/api';
import { enterAs, expect, test } from './support/test';
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
  await page.getByRole('button', { name: 'Refresh the figures' }).click();
  await expect(page.getByRole('dialog', { name: 'Account expired' })).toBeVisible();
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
