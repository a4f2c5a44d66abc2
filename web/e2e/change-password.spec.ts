import type { Locator, Page } from '@playwright/test';
import { callApi, PASSWORD } from './support/api';
import { logInAsNewCustomer, expect, test } from './support/test';

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fill(dialog: Locator, old: string, next: string, confirm: string): Promise<void> {
  await dialog.getByLabel('Current password').fill(old);
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm new password').fill(confirm);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
}

test('the dialog is 350 px wide', async ({ page }) => {
  await logInAsNewCustomer(page);
  const dialog = await openDialog(page);
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(350);
});

test('incomplete, differing, refused', async ({ page }) => {
  await logInAsNewCustomer(page);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Change failed: please fill in completely')).toBeVisible();
  await fill(dialog, PASSWORD, 'a-new-password', 'another-password');
  await expect(page.getByText('Change failed: new password and confirmation differ')).toBeVisible();
  await fill(dialog, 'not-my-password', 'a-new-password', 'a-new-password');
  await expect(page.getByText(/^Change failed: (?!please|new)/)).toBeVisible();
  // A failed change clears the form.
  await expect(dialog.getByLabel('Current password')).toHaveValue('');
});

test('no connection: please retry', async ({ page }) => {
  await logInAsNewCustomer(page);
  const dialog = await openDialog(page);
  await page.route('**/api/user/changePwd', (route) => route.abort());
  await fill(dialog, PASSWORD, 'a-new-password', 'a-new-password');
  await expect(page.getByText('Request failed, please retry')).toBeVisible();
});

test('success: shows a message, logs out, and the new password works', async ({ page }) => {
  const username = await logInAsNewCustomer(page);
  const dialog = await openDialog(page);
  await fill(dialog, PASSWORD, 'a-new-password', 'a-new-password');
  await expect(page.getByText('Changed successfully, about to log out')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(/Session expired/)).toHaveCount(0);
  expect((await callApi('user/login', { username, password: 'a-new-password' })).code).toBe(0);
});

test('warns before unsaved input is lost', async ({ page }) => {
  await logInAsNewCustomer(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Current password').fill('something');
  await page.keyboard.press('Escape');
  const warning = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await warning.getByRole('button', { name: 'Cancel' }).click();
  // The next Escape closes the dialog below.
  await expect(warning).toHaveCount(0);
  await expect(dialog.getByLabel('Current password')).toHaveValue('something');
  await page.keyboard.press('Escape');
  await warning.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});
