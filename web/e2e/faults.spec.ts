/** Small faults that were found by using the console, each of which must not come back. */
import { mockCall } from './support/mock-calls';
import { asCaller, customerWithPoints, mobiles, savedList, startTask } from './support/tasks';
import {
  expect,
  logInAsAdministrator,
  logInAsNewCustomer,
  openAs,
  setLanguage,
  test,
  waitUntilLoaded,
} from './support/test';

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a login that is answered with another code than 0 is refused', async ({ page }) => {
  await page.goto('/login');
  await mockCall(page, 'user/login', { code: 1, msg: 'Not now', data: { sid: 'nobody' } });
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Password', { exact: true }).fill('something-long');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Not now')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
});

test('addresses: capitals are corrected, a hash survives Refresh', async ({ page }) => {
  await logInAsNewCustomer(page, '/Messaging/WhatsApp?from=mail');
  await expect(page).toHaveURL(/\/messaging\/whatsapp\?from=mail$/);
  await expect(page.getByRole('heading', { level: 1, name: /WhatsApp/ })).toBeVisible();
  await page.goto('/docs/api#errors');
  await waitUntilLoaded(page);
  await page.locator('[data-path="/docs/api"]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Refresh' }).click();
  await waitUntilLoaded(page);
  await expect(page).toHaveURL(/\/docs\/api#errors$/);
});

test('Download leads the page of a finished task and is seen without scrolling', async ({ page }) => {
  const { sid } = await customerWithPoints(10);
  const id = await startTask(sid, 'whatsapp', 'Download first', 40);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).state).toBe('completed');
  await openAs(page, sid, `/task/detail/${id}`);
  const download = page
    .getByRole('main')
    .getByRole('button', { name: /^Download/ })
    .first();
  await expect(download).toBeVisible();
  expect((await download.boundingBox())?.y).toBeLessThan(300);
  // The tab says which task it is.
  await expect(page.locator(`[data-path="/task/detail/${id}"]`)).toContainText('Download first');
});

test('number generation: the type stays when the country changes', async ({ page }) => {
  await logInAsNewCustomer(page, '/gen_number/index');
  const type = page.getByRole('combobox', { name: 'Type' });
  await expect(type).toHaveValue(/^Mobile/);
  await page.getByRole('combobox', { name: 'Country' }).fill('China');
  await page.getByRole('option', { name: 'China +86' }).click();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('China +86');
  await expect(page.getByTestId('space-size')).toHaveText('5,216,000,000');
  await expect(type).toHaveValue(/^Mobile/);
  // The plan of this country does not tell mobile numbers apart.
  await page.getByRole('combobox', { name: 'Country' }).fill('United States');
  await page.getByRole('option', { name: 'United States +1' }).click();
  await expect(type).toHaveValue(/^Any/);
});

test('the menu of an account leads to the adjustment of its balance', async ({ page }) => {
  const customer = await customerWithPoints(10);
  await logInAsAdministrator(page, `/user/list?search=${customer.username}`);
  await page.getByRole('button', { name: `Actions for ${customer.username}` }).click();
  await page.getByRole('menuitem', { name: 'Adjust balance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adjust an account balance' });
  await expect(dialog.getByRole('combobox', { name: 'Account' })).toHaveValue(
    new RegExp(`^${customer.username} `),
  );
});

test('a notification to everyone is asked about before it is sent', async ({ page }) => {
  const { username } = await logInAsAdministrator(page, '/notify/manage');
  await page.getByRole('button', { name: 'New notification' }).click();
  const form = page.getByRole('dialog', { name: 'New notification' });
  await form.getByRole('textbox', { name: 'Title' }).fill(`From ${username}`);
  await form.getByRole('textbox', { name: 'Text' }).fill('Never sent');
  await form.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('dialog', { name: 'Send to Everyone?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  // The input is still there, and nobody got it.
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('Never sent');
  await expect(page.getByRole('row').filter({ hasText: `From ${username}` })).toHaveCount(0);
});

test('a new task: the first wrong field has the focus at the first click', async ({ page }) => {
  const { sid } = await customerWithPoints(10);
  const list = await savedList(sid, 'Focus', mobiles(20));
  await openAs(page, sid, `/task/new?project=whatsapp&list=${list}&step=start`);
  await page.getByRole('button', { name: 'Start task' }).click();
  await expect(page.getByLabel('Purpose')).toBeFocused();
  await page.keyboard.type('Our own members');
  await page.getByRole('button', { name: 'Start task' }).click();
  await expect(page.getByLabel('I confirm that I may lawfully process this list')).toBeFocused();
});

test('forms: the first wrong field has the focus, far away, in another tab or refused by the server', async ({
  page,
}) => {
  await page.goto('/register?code=NO-SUCH-CODE');
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(' and longer');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByLabel('Invite code')).toBeFocused();

  await page.setViewportSize({ width: 1024, height: 600 });
  await logInAsAdministrator(page, '/setting/edit');
  const days = page.getByRole('textbox', { name: 'Keep results for' });
  await days.fill('0');
  await page.getByRole('textbox').last().scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(days).toBeFocused();
  await expect(days).toBeInViewport();

  await page.goto('/project/list');
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Slug').fill('never_saved');
  await dialog.getByRole('group', { name: 'English' }).getByLabel('Name').fill('Never saved');
  await dialog.getByRole('tab', { name: 'Prices' }).click();
  await dialog.getByLabel('Price (points)').fill('0.00001');
  await dialog.getByRole('tab', { name: 'Names and texts' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByLabel('Price (points)')).toBeFocused();
});

test('a refresh that fails takes nothing from the screen, and no input', async ({ page }) => {
  const { sid } = await customerWithPoints(10);
  const id = await startTask(sid, 'whatsapp', 'Kept on the screen', 40);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).state).toBe('completed');
  const list = await savedList(sid, 'Kept', mobiles(20));
  /** Everything is asked for again after a switch of the language. */
  const refreshInVain = async (call: string, from: string, to: string): Promise<void> => {
    await waitUntilLoaded(page);
    await page.route(`**/api/${call}`, (route) => route.abort());
    await page.getByRole('banner').getByRole('button', { name: from }).click();
    await page.getByRole('menuitem', { name: to }).click();
  };
  await openAs(page, sid, `/task/detail/${id}`);
  await refreshInVain('task/get', 'Language', '简体中文');
  await expect(page.getByText('未能刷新当前显示的数据：无法连接到服务器')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Kept on the screen' })).toBeVisible();

  await page.goto(`/task/new?project=whatsapp&list=${list}&step=start`);
  await page.getByLabel('用途').fill('Our own members');
  await refreshInVain('{project/catalogue,task/quote}', '语言', 'English');
  await expect(page.getByText(/^Could not refresh what is shown/)).toBeVisible();
  await expect(page.getByLabel('Purpose')).toHaveValue('Our own members');

  await logInAsAdministrator(page, '/channel/list?edit=demo-batch');
  await page.getByLabel('Base URL').fill('https://typed.example.com');
  await refreshInVain('channel/list', 'Language', '简体中文');
  await expect(page.getByText(/^未能刷新当前显示的数据/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: '基础地址' })).toHaveValue('https://typed.example.com');
});

test('the size applies to date fields and the button of the columns, too', async ({ page }) => {
  await logInAsNewCustomer(page, '/finance/list');
  await waitUntilLoaded(page);
  const heights = async (): Promise<number[]> =>
    Promise.all(
      [
        page.getByRole('textbox', { name: 'From', exact: true }),
        page.getByRole('button', { name: 'Columns' }),
        page.getByRole('button', { name: 'Search', exact: true }),
      ].map(async (field) => Math.round((await field.boundingBox())?.height ?? 0)),
    );
  const before = await heights();
  expect(new Set(before).size, before.join()).toBe(1);
  await page.getByRole('banner').getByRole('button', { name: 'Size' }).click();
  await page.getByRole('menuitem', { name: 'Mini' }).click();
  await expect.poll(async () => (await heights())[0]).toBeLessThan(before[0] ?? 0);
  const after = await heights();
  expect(new Set(after).size, after.join()).toBe(1);
});

test('messages appear at the bottom right and cover neither tabs nor titles', async ({ page }) => {
  await logInAsNewCustomer(page);
  await page.getByRole('banner').getByRole('button', { name: 'Size' }).click();
  await page.getByRole('menuitem', { name: 'Small' }).click();
  const box = await page.getByText('Switch Size Success').boundingBox();
  const window = page.viewportSize();
  expect(box?.x).toBeGreaterThan((window?.width ?? 0) / 2);
  expect(box?.y).toBeGreaterThan((window?.height ?? 0) * 0.75);
});

test('input is not lost by Escape and Enter', async ({ page }) => {
  await logInAsAdministrator(page, '/project/list');
  await page.getByRole('button', { name: 'New project' }).click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Slug').fill('never-saved');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Slug')).toHaveValue('never-saved');
});

test('a project that is not offered any more starts no task', async ({ page }) => {
  await logInAsNewCustomer(page, '/task/new?project=long-gone');
  await expect(page.getByRole('heading', { level: 1, name: 'Project not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose what to check' }).click();
  await expect(page).toHaveURL(/\/checks$/);
  await page.goto('/agg_task/index?project=long-gone&project=whatsapp');
  await expect(page.getByRole('main').getByText('WhatsApp', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('long-gone')).toHaveCount(0);
});

test('an aggregated task: projects are searched, and the dialog stays open after each choice', async ({
  page,
}) => {
  await logInAsNewCustomer(page, '/agg_task/index');
  await page.getByRole('button', { name: 'Add project' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('tele');
  await dialog.getByRole('button', { name: /^Telegram/ }).click();
  await dialog.getByRole('textbox').fill('viber');
  await dialog.getByRole('button', { name: /^Viber/ }).click();
  await expect(page).toHaveURL(/project=telegram.*project=viber/);
  await expect(dialog.getByText('2 projects selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
});

test('the audit log names what was done', async ({ page }) => {
  const { username } = await logInAsAdministrator(page, '/audit/list');
  await expect(page.getByRole('row').filter({ hasText: username }).first()).toBeVisible();
  for (const text of await page.getByRole('row').allInnerTexts()) {
    expect(text).not.toMatch(/\b[a-z_]+\/[a-z][A-Za-z_]+\b/);
  }
});
