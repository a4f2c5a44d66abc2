import type { Page } from '@playwright/test';
import {
  ADMINISTRATOR,
  asAdministrator,
  callApi,
  CUSTOMER,
  loginToken,
  makeAccount,
  newName,
  OPERATOR,
  PASSWORD,
  serverUrl,
} from './support/api';
import { mockCall } from './support/mock-calls';
import { asCaller, invitedCustomer, slowProject, startTask } from './support/tasks';
import {
  logInAs,
  logInAsAdministrator,
  expect,
  navigateTo,
  refreshFigures,
  whenConnected,
  setLanguage,
  test,
} from './support/test';

async function openRowMenu(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click();
}

test('create a user; the one-time password is shown once and must be changed', async ({ page, browser }) => {
  await logInAsAdministrator(page, '/user/list');
  const username = newName();
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByRole('textbox', { name: 'Username' }).fill(username);
  await form.getByRole('button', { name: 'Create' }).click();
  const password = await page.getByTestId('one-time-password').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(password)).toHaveCount(0);

  const other = await browser.newContext({ baseURL: serverUrl(), locale: 'en-GB' });
  const login = await other.newPage();
  await login.goto('/login');
  const logIn = async (text: string): Promise<void> => {
    await login.getByRole('textbox', { name: 'Username' }).fill(username);
    await login.getByRole('textbox', { name: 'Password' }).fill(text);
    await login.getByRole('button', { name: 'Log in' }).click();
  };
  await logIn(password);
  await expect(login.getByText('Change your password first')).toBeVisible();
  const change = login.getByRole('dialog', { name: 'Change password' });
  await change.getByLabel('Current password').fill(password);
  await change.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await change.getByLabel('Confirm new password').fill(PASSWORD);
  await change.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(login).toHaveURL(/\/login/);
  await logIn(PASSWORD);
  await expect(login).toHaveURL(/\/dashboard$/);
  await expect(login.getByRole('heading', { level: 1 })).toContainText(username);
  await other.close();
});

test('editing a role changes the menu at the next navigation', async ({ page }) => {
  const name = newName();
  const role = await asAdministrator('role/save', { name, permissions: ['user/list', 'invite/list'] });
  const staff = await makeAccount({ ...OPERATOR, roles: [Number(role.id)] });
  await whenConnected(page, () => logInAs(page, staff.username, staff.password, '/user/list'));
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Invite codes' })).toBeVisible();
  await asAdministrator('role/save', {
    id: role.id,
    version: role.version,
    name,
    permissions: ['user/list', 'audit/list'],
  });
  // The change applies to the next navigation after the event, so try several.
  await expect(async () => {
    await menu.getByRole('link', { name: 'Dashboard' }).click();
    await menu.getByRole('link', { name: 'User management' }).click();
    await expect(menu.getByRole('link', { name: 'Audit log' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(menu.getByRole('link', { name: 'Invite codes' })).toHaveCount(0);
});

test('switch to a customer and back; the other window follows', async ({ page, context }) => {
  const customer = await makeAccount(CUSTOMER);
  const admin = await logInAsAdministrator(page, `/user/list?search=${customer.username}`);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { level: 1 })).toContainText(admin.username);

  await openRowMenu(page, customer.username);
  await page.getByRole('menuitem', { name: 'Switch to this account' }).click();
  await page
    .getByRole('dialog', { name: `Switch to ${customer.username}?` })
    .getByRole('button', { name: 'Switch to this account' })
    .click();
  const bar = page.getByRole('region', { name: 'Switched account' });
  await expect(bar).toContainText(customer.username);
  await expect(bar).toContainText(admin.username);
  await expect(page).toHaveURL(/\/dashboard$/);
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  await expect(tabs.getByRole('link')).toHaveCount(1);
  await expect(second.getByRole('region', { name: 'Switched account' })).toContainText(customer.username);
  await page.goto('/404');
  await expect(bar).toBeVisible();
  await page.goto('/user_info/security');
  await expect(
    page.getByText('You cannot change security settings while switched to another account.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0);

  await bar.getByRole('button', { name: 'Back to my account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(admin.username);
  await expect(bar).toHaveCount(0);
  await expect(second.getByRole('heading', { level: 1 })).toContainText(admin.username);
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('Original_Admin-Token');
});

test('a switched session that ended with the own one leads to the login', async ({ page }) => {
  const customer = await makeAccount(CUSTOMER);
  const admin = await logInAsAdministrator(page, `/user/list?search=${customer.username}`);
  await openRowMenu(page, customer.username);
  await page.getByRole('menuitem', { name: 'Switch to this account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to this account' }).click();
  await expect(page.getByRole('region', { name: 'Switched account' })).toBeVisible();
  await loginToken(admin.username, admin.password);
  await refreshFigures(page);
  const dialog = page.getByRole('dialog', { name: 'Account expired' });
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a refused switch shows an error and changes nothing', async ({ page }) => {
  const peer = await makeAccount(ADMINISTRATOR);
  const admin = await logInAsAdministrator(page, `/user/list?search=${peer.username}`);
  await openRowMenu(page, peer.username);
  await page.getByRole('menuitem', { name: 'Switch to this account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to this account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', { name: `User menu: ${admin.username}` })).toBeVisible();
});

test('a notification with confirmation arrives live, is confirmed, and is counted', async ({
  page,
  browser,
}) => {
  const reader = await makeAccount(CUSTOMER);
  const other = await browser.newContext({ baseURL: serverUrl(), locale: 'en-GB' });
  const theirs = await other.newPage();
  await whenConnected(theirs, () => logInAs(theirs, reader.username, reader.password));

  await logInAsAdministrator(page, '/notify/manage');
  const title = `Hello ${newName()}`;
  await page.getByRole('button', { name: 'New notification' }).click();
  const form = page.getByRole('dialog', { name: 'New notification' });
  await form.getByRole('radio', { name: 'One account' }).check();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Choose an account')).toBeVisible();
  await form.getByRole('combobox', { name: 'Account', exact: true }).fill(reader.username);
  await page.getByRole('option', { name: `${reader.username} (UID ${reader.uid})` }).click();
  await form.getByRole('switch', { name: 'Require confirmation' }).check();
  await form.getByRole('textbox', { name: 'Title' }).fill(title);
  await form.getByRole('textbox', { name: 'Text' }).fill('<b>not bold</b>');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('0 / 1');

  // Sooner than the next poll.
  await expect(theirs.getByRole('link', { name: 'Notifications: 1 pending' })).toBeVisible();
  await theirs
    .getByRole('alert')
    .getByRole('button', { name: /please confirm/ })
    .click();
  await expect(theirs).toHaveURL(/\/user_info\/notify$/);
  await theirs.getByRole('button', { name: title }).click();
  const dialog = theirs.getByRole('dialog', { name: title });
  await expect(dialog.getByText('<b>not bold</b>')).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(theirs.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(theirs.getByRole('alert')).toHaveCount(0);
  await other.close();

  await page.reload();
  await expect(row).toContainText('1 / 1');
});

test('two windows edit one user: the later save reports a conflict and keeps its input', async ({
  page,
  context,
}) => {
  const customer = await makeAccount(CUSTOMER);
  const address = `/user/list?search=${customer.username}`;
  await logInAsAdministrator(page, address);
  const second = await context.newPage();
  await second.goto(address);
  const forms = [page, second].map((window) =>
    window.getByRole('dialog', { name: `Edit ${customer.username}` }),
  );
  for (const window of [page, second]) {
    await openRowMenu(window, customer.username);
    await window.getByRole('menuitem', { name: 'Edit' }).click();
  }
  const [first, later] = forms;
  if (!first || !later) throw new Error('two windows were opened');
  await first.getByRole('combobox', { name: 'Decimal places' }).selectOption('4');
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(first).toHaveCount(0);

  await later.getByRole('textbox', { name: 'Introduction' }).fill('typed here');
  await later.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(later.getByRole('alert')).toContainText('Someone else changed this record');
  await later.getByRole('button', { name: 'Load the latest version and keep my changes' }).click();
  await expect(later.getByRole('textbox', { name: 'Introduction' })).toHaveValue('typed here');
  await expect(later.getByRole('combobox', { name: 'Decimal places' })).toHaveValue('4');
  await later.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(later).toHaveCount(0);
  const detail = await asAdministrator('user/detail', { uid: customer.uid });
  expect(detail).toMatchObject({ introduction: 'typed here', user: { ud: 4 } });
});

test('settings: display units, validation, unsaved input and the audit log', async ({ page }) => {
  const admin = await logInAsAdministrator(page, '/setting/edit');
  const days = page.getByRole('textbox', { name: 'Keep results for' });
  await expect(days).toHaveValue(/^\d+$/);
  const before = await days.inputValue();
  await days.fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a value from 1 to 3650')).toBeVisible();
  await days.fill(before === '45' ? '46' : '45');
  await page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('button', { name: 'Close System settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('navigation', { name: 'Open pages' })
    .getByRole('link', { name: 'System settings' })
    .click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('No changes to save')).toBeVisible();

  await page.goto(`/audit/list?actor=${admin.uid}&action=setting/save`);
  await page.getByRole('row').nth(1).getByRole('button').click();
  const entry = page.getByRole('dialog');
  await expect(entry.getByRole('cell', { name: 'retention_days' })).toBeVisible();
  await expect(entry.getByRole('cell', { name: before, exact: true })).toBeVisible();
});

test('system health: the worst first, what to do, and check again', async ({ page }) => {
  await logInAsAdministrator(page, '/dashboard');
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'System health' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System health' })).toBeVisible();
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
  const objects = findings.filter({ has: page.getByRole('heading', { name: 'object store' }) });
  await expect(objects).toContainText('written, read and deleted');
  await expect(objects).toContainText('OK');
  const order = ['Failed', 'Warning', 'OK'];
  const verdicts = await findings.evaluateAll((rows) =>
    rows.map((row) => row.querySelector('.mantine-Badge-label')?.textContent ?? ''),
  );
  expect(verdicts).toEqual(verdicts.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  expect(verdicts).toHaveLength(verdicts.filter((verdict) => order.includes(verdict)).length);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/system/health'));
  await page.getByRole('button', { name: 'Check again' }).click();
  expect((await answered).request().postDataJSON()).toEqual({ again: true });
  await expect(page.getByRole('status').filter({ hasText: 'Checked at' })).toBeVisible();

  await setLanguage(page.context(), 'zh');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: '对象存储' })).toBeVisible();

  // Another journey may have caused the check.
  const entries = await asAdministrator('audit/list', { filter: { action: 'system/health' } });
  const recorded = expect.objectContaining({ action: 'system/health' });
  expect(entries).toMatchObject({ items: expect.arrayContaining([recorded]) });
});

test('bulk: selected accounts are disabled and enabled, refusals are shown', async ({ page }) => {
  const customer = await makeAccount(CUSTOMER);
  await logInAsAdministrator(page, `/user/list?search=${customer.username}`);
  const row = page.getByRole('row').filter({ hasText: customer.username });
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await expect(row.getByRole('checkbox')).not.toBeChecked();
  await row.getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Enable' }).click();
  await expect(row).toContainText('Enabled');
});

test('export downloads a file', async ({ page }) => {
  await logInAsAdministrator(page, '/user/list');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/);
});

test('an invitation link fills in the code, and the inviter sees the new account', async ({
  page,
  browser,
}) => {
  const inviter = await makeAccount(CUSTOMER);
  await logInAs(page, inviter.username, inviter.password, '/user_info/invite');
  const link = await page.getByText(/\/register\?code=/).innerText();
  const other = await browser.newContext({ locale: 'en-GB' });
  const guest = await other.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('textbox', { name: 'Invite code' })).not.toHaveValue('');
  const username = newName();
  await guest.getByRole('textbox', { name: 'Username' }).fill(username);
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Register' }).click();
  await expect(guest).toHaveURL(/\/login/);
  await other.close();
  await page.reload();
  await expect(page.getByRole('cell', { name: username })).toBeVisible();
});

test("an account's usage is in its details, and its commission on the inviter's page", async ({ page }) => {
  const inviter = await makeAccount(CUSTOMER);
  const { invite_code } = await asAdministrator('user/detail', { uid: inviter.uid });
  const guest = await invitedCustomer(String(invite_code), 500);
  const task = await startTask(guest.sid, await slowProject(), 'used', 30);
  await expect
    .poll(async () => (await asCaller(guest.sid, 'task/get', { id: task })).state, { timeout: 90_000 })
    .toBe('completed');

  await logInAsAdministrator(page, `/user/list?search=${guest.username}`);
  await page.getByRole('button', { name: guest.username, exact: true }).click();
  const usage = page.getByRole('dialog').getByRole('table', { name: 'Usage' });
  await expect(usage.getByRole('row', { name: /^Tasks/ })).toHaveText('Tasks11');
  await expect(usage.getByRole('row', { name: /^Numbers checked/ })).toHaveText('Numbers checked3030');
  const { usage: used } = await asAdministrator('user/detail', { uid: guest.uid });
  const { spent } = (used as { in_all: { spent: number } }).in_all;
  expect(spent).toBeGreaterThan(0);
  await expect(usage.getByRole('row', { name: /^Points spent/ })).toContainText((spent / 10_000).toFixed(2));

  await page.context().clearCookies({ name: 'Admin-Token' });
  await logInAs(page, inviter.username, inviter.password, '/user_info/invite');
  const row = page.getByRole('row').filter({ hasText: guest.username });
  // Five percent, truncated to the decimals that the account is shown.
  const brought = Math.floor(Math.floor(spent * 0.05) / 100) / 100;
  await expect(row.getByRole('cell').last()).toHaveText(brought.toFixed(2));
});

test('staff change a limit of an account; the customer sees it and is refused above it', async ({ page }) => {
  const customer = await makeAccount(CUSTOMER);
  await logInAsAdministrator(page, `/user/list?search=${customer.username}`);
  await page.getByRole('button', { name: customer.username, exact: true }).click();
  const limits = page.getByRole('dialog').getByRole('table', { name: 'Usage and limits' });
  await expect(limits.getByRole('row', { name: /^API keys/ })).toHaveText('API keys020');
  await page.getByRole('button', { name: 'Change limits' }).click();
  const form = page.getByRole('dialog', { name: `Limits of ${customer.username}` });
  await form.getByRole('textbox', { name: 'API keys' }).fill('0');
  await form.getByRole('textbox', { name: 'Stored files' }).fill('2.5');
  // A colleague changes another limit meanwhile.
  await asAdministrator('user/setAllowances', { uid: customer.uid, allowances: { webhooks: 1 } });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(limits.getByRole('row', { name: /^API keys/ })).toHaveText('API keys00');
  await expect(limits.getByRole('row', { name: /^Stored files/ })).toContainText('2.5 GB');
  await expect(limits.getByRole('row', { name: /^Webhook endpoints/ })).toHaveText('Webhook endpoints01');

  await page.context().clearCookies({ name: 'Admin-Token' });
  await logInAs(page, customer.username, customer.password, '/user_info/security');
  const own = page.getByRole('table', { name: 'Usage and limits' });
  await expect(own.getByRole('row', { name: /^API keys/ })).toHaveText('API keys00');
  const refused = await callApi(
    'user/generateApi',
    { name: 'n', scopes: ['lookup'] },
    await loginToken(customer.username, customer.password),
  );
  expect(refused.msg).toBe('An account can have at most 0 keys that are not revoked');
});

test('a page whose permission was revoked shows an error', async ({ page }) => {
  const role = await asAdministrator('role/save', {
    name: newName(),
    permissions: ['user/list', 'audit/list'],
  });
  const staff = await makeAccount({ ...OPERATOR, roles: [Number(role.id)] });
  await logInAs(page, staff.username, staff.password, '/user/list');
  await mockCall(page, 'user/list', { code: 40300, msg: 'You are not allowed to do this', data: null });
  await page.reload();
  const refusal = page.getByRole('alert').filter({ hasText: 'You are not allowed to do this' });
  await expect(refusal).toContainText('Your roles do not include the required permission');
  await expect(refusal).not.toContainText('connection');
});

test("date fields use the console's language, not the browser's", async ({ page, context }) => {
  await setLanguage(context, 'es');
  // A fixed date, so that the month cannot change during the test.
  await page.clock.setFixedTime('2026-03-15T12:00:00Z');
  await logInAsAdministrator(page, '/finance/income');
  await page.getByRole('textbox', { name: 'Desde' }).click();
  await expect(page.getByRole('button', { name: 'Mes siguiente' })).toBeVisible();
  await expect(page.getByText(/^marzo 2026$/i)).toBeVisible();
  await page.getByRole('textbox', { name: 'Desde' }).fill('2026-01-31');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await expect(page).toHaveURL(/from=2026-01-31/);
});

test('a dialog closes with its page', async ({ page }) => {
  await logInAsAdministrator(page, '/dashboard');
  await navigateTo(page, '/user/list');
  await page.getByRole('button', { name: 'New user' }).click();
  await expect(page.getByRole('dialog', { name: 'New user' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
