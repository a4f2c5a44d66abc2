import type { CDPSession, Page } from '@playwright/test';
import { asAdministrator, CUSTOMER, makeAccount, serverUrl } from './support/api';
import { expect, test } from './support/test';

// Browsers offer passkeys under a name, not under an address.
const address = process.env.NUMSIFT_URL;
test.beforeAll(() => {
  const url = new URL(serverUrl());
  url.hostname = 'localhost';
  process.env.NUMSIFT_URL = url.origin;
});
test.afterAll(() => {
  process.env.NUMSIFT_URL = address;
});

/** A phone in software that confirms everything with a fingerprint. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'Admin-Token' });
  await page.goto('/login');
}

async function fillIn(page: Page, account: { username: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('add a passkey, log in with it alone and after the password, rename and remove it', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await page.goto('/login');
  await fillIn(page, account);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/user_info/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Name of the passkey' }).fill('Phone');
  await adding.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await adding.getByRole('button', { name: 'Next' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys.getByRole('listitem')).toContainText('Phone');
  await expect(passkeys.getByRole('listitem')).toContainText('Added');
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);

  // Alone: no username, no password.
  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // After the password, as the second factor.
  await logOut(page);
  await fillIn(page, account);
  await expect(page.getByRole('textbox', { name: 'Verification code' })).toBeFocused();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const lines = await asAdministrator('audit/list', { filter: { subject: account.uid } });
  expect(JSON.stringify(lines)).toContain('user/passkeyLogin');

  await page.goto('/user_info/security');
  await expect(passkeys.getByRole('listitem')).toContainText('Last used');
  await page.getByRole('button', { name: 'Rename passkey Phone' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename passkey Phone' });
  await renaming.getByRole('textbox', { name: 'Name of the passkey' }).fill('Work phone');
  await renaming.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Work phone');

  // Removing asks for the password and the second factor, which is the passkey itself.
  await page.getByRole('button', { name: 'Remove passkey Work phone' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove passkey Work phone' });
  await removing.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await removing.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(removing.getByRole('textbox', { name: 'Verification code' })).toHaveValue(
    'Confirmed with a passkey',
  );
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);

  // It no longer logs in; the password alone does again.
  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was not accepted. Please try again.')).toBeVisible();
  await fillIn(page, account);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a passkey that does not verify its user is refused by the browser', async ({ page }) => {
  const account = await makeAccount(CUSTOMER);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto('/login');
  await fillIn(page, account);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/user_info/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });
  await adding.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await adding.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('No passkey was used. Please try again.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(0);
});
