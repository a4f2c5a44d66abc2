import { accessibilityViolations } from './support/axe';
import { asAdministrator, callApi, CUSTOMER, makeAccount, newName } from './support/api';
import { asCaller, customerWithPoints, startTask } from './support/tasks';
import { expect, logInAsAdministrator, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

/** The worker needs time. */
const WORK = { timeout: 60_000 };
const NEW_PASSWORD = 'another-horse-battery';

test('a forgotten password: the operator makes a link, and it works once', async ({ page, browser }) => {
  const { username } = await makeAccount(CUSTOMER);
  await logInAsAdministrator(page, `/user/list?search=${username}`);
  await page.getByRole('button', { name: `Actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
  const link = await page.getByTestId('password-link').innerText();
  await page.getByRole('button', { name: 'Done' }).click();

  const other = await browser.newContext({ locale: 'en-GB' });
  const person = await other.newPage();
  await person.goto(link);
  await person.getByLabel('New password', { exact: true }).fill('short');
  await person.getByRole('button', { name: 'Set a new password' }).click();
  await expect(person.getByText('Use at least 8 characters')).toBeVisible();
  const set = async (): Promise<void> => {
    await person.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await person.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await person.getByRole('button', { name: 'Set a new password' }).click();
  };
  expect(await accessibilityViolations(person)).toEqual([]);
  await set();
  await expect(person).toHaveURL(/\/login/);
  await person.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(person.getByText('Ask the operator.')).toBeVisible();
  await person.getByRole('textbox', { name: 'Username' }).fill(username);
  await person.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
  await person.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(person).toHaveURL(/\/dashboard$/);
  await person.goto('about:blank');
  await person.goto(link);
  await set();
  await expect(person.getByRole('alert').getByText('This link does not work any more').first()).toBeVisible();
  await other.close();
});

test('a note on a task is shown and found; a filter is saved, renamed and applied', async ({
  context,
  page,
}) => {
  await setLanguage(context, 'en');
  const { sid } = await customerWithPoints(100);
  const id = await startTask(sid, 'hygiene', 'Members', 20);
  await openAs(page, sid, `/task/detail/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('For the autumn letter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('task-note')).toHaveText('For the autumn letter');

  // Another window is first.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit note' }).click();
  const before = 'For the autumn letter';
  await asCaller(sid, 'task/note', { id, before, note: 'For the winter letter' });
  await page.getByRole('textbox', { name: 'Note' }).fill('For the autumn letter, to members');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on “Members”' });
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this record');
  await dialog.getByRole('button', { name: 'Load the latest version and keep my changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Changed by both of you: Note');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByTestId('task-note')).toHaveText('For the autumn letter, to members');

  await page.goto('/task/list?search=autumn');
  await expect(page.getByRole('row', { name: /Members/ })).toContainText('For the autumn letter');
  const saved = page.getByRole('button', { name: 'Saved filters' });
  const list = page.getByRole('dialog', { name: 'Saved filters' });
  await saved.click();
  await list.getByLabel('Name').fill('Letters');
  await list.getByRole('button', { name: 'Save', exact: true }).click();
  await list.getByRole('button', { name: 'Rename “Letters”' }).click();
  await list.getByRole('textbox', { name: 'Name' }).first().fill('Autumn');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: 'Autumn', exact: true })).toBeVisible();
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.goto('/task/list');
  await saved.click();
  await list.getByRole('button', { name: 'Autumn', exact: true }).click();
  await expect(page).toHaveURL(/search=autumn/);
  await saved.click();
  await list.getByRole('button', { name: 'Delete “Autumn”' }).click();
  await expect(list.getByText('No saved filters yet')).toBeVisible();
});

test('results are shared by a link without a login, until it is revoked', async ({
  context,
  page,
  browser,
}) => {
  await setLanguage(context, 'en');
  const { settings, version } = (await asAdministrator('setting/get', {})) as {
    settings: object;
    version: number;
  };
  await asAdministrator('setting/save', { version, settings: { ...settings, share_results: true } });
  const { sid } = await customerWithPoints(100);
  const id = await startTask(sid, 'hygiene', `Shared ${newName()}`, 20);
  const { name } = (await asCaller(sid, 'task/get', { id })) as { name: string };
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(WORK);
  await page.getByRole('button', { name: 'Share results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share results' });
  await dialog.getByLabel('Days for which it works').fill('31');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByText('1 to 30 days').last()).toBeVisible();
  await dialog.getByLabel('Days for which it works').fill('3');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const link = await page.getByTestId('shared-link').innerText();
  await page.getByRole('button', { name: 'Done' }).click();

  const other = await browser.newContext({ locale: 'en-GB' });
  const stranger = await other.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(stranger.getByRole('cell', { name: /^•••• \d{4}$/ }).first()).toBeVisible();
  expect(await accessibilityViolations(stranger)).toEqual([]);
  await page.reload();
  await expect(page.getByText('opened 1 time')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This link does not work any more').first()).toBeVisible();
  const token = new URL(link).hash.slice(1);
  expect((await callApi('shared/results', { token })).code).toBe(40000);
  await other.close();
});
