import { DEMO, loginToken, newName, PASSWORD, registerAccount, serverUrl } from './support/api';
import { mockCall } from './support/mock-calls';
import {
  logInAs,
  logInAsAdministrator,
  logInAsNewCustomer,
  expect,
  openAs,
  refreshFigures,
  waitUntilLoaded,
  test,
  visit,
} from './support/test';

test('journey: register with an invite code, log in, reload, log in elsewhere, one expiry dialog', async ({
  page,
  browser,
}) => {
  const username = newName();
  await page.goto('/register');
  await page.getByLabel('Username').fill(`  ${username} `);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Invite code').fill(DEMO.invite);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Registration complete. Please log in.')).toBeVisible();

  await expect(page).toHaveURL(/\/login/);
  // The name is filled in, so the password is all that is missing.
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(username);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(username);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await logInAs(other, username, PASSWORD, `${serverUrl()}/dashboard`);

  // Several calls are rejected at once, but there is only one dialog.
  await refreshFigures(page);
  const dialog = page.getByRole('dialog', { name: 'Account expired' });
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText('Session expired or account logged in elsewhere, please log in again');
  await dialog.getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2F$/);
  await expect(dialog).toHaveCount(0);
  await expect(other.getByRole('heading', { level: 1 })).toContainText(username);
  await elsewhere.close();
});

test('expired: cancel stays on the page', async ({ page }) => {
  const username = await logInAsNewCustomer(page);
  await loginToken(username, PASSWORD);
  await refreshFigures(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that ended elsewhere breaks no page', async ({ page }) => {
  const { username, password } = await logInAsAdministrator(page, '/dashboard');
  await loginToken(username, password);
  const pages = [
    '/user/list',
    '/role/list',
    '/invite/list',
    '/setting/edit',
    '/audit/list',
    '/user_info/notify',
  ];
  for (const address of [...pages, '/recharge/getWallet', '/finance/list', '/finance/income']) {
    await visit(page, address);
    await waitUntilLoaded(page);
  }
  await expect(page.getByRole('dialog', { name: 'Account expired' })).toHaveCount(1);
});

test.describe('guard', () => {
  test('no token: to the login, and the query of the wanted page survives', async ({ page }) => {
    await page.goto('/roles?a=1&b=x%20y');
    await expect(page).toHaveURL(`${serverUrl()}/login?redirect=${encodeURIComponent('/roles?a=1&b=x%20y')}`);
    const username = await registerAccount();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(`${serverUrl()}/roles?a=1&b=x%20y`);
  });

  test('first navigation: info, menu and routes add nothing to the history', async ({ page }) => {
    await logInAsNewCustomer(page);
    const before = await page.evaluate(() => window.history.length);
    await page.goto('/roles');
    await expect(page.getByRole('heading', { level: 1, name: 'Switch role' })).toBeVisible();
    expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
  });

  test('token on /login: to /', async ({ page }) => {
    await logInAsNewCustomer(page);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('unknown path: /404', async ({ page }) => {
    await logInAsNewCustomer(page, '/no/such/page');
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('/401 shows that the permission is missing', async ({ page }) => {
    await logInAsNewCustomer(page, '/401');
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
  });

  test('info fails: token cleared, message, to login with redirect', async ({ page, context }) => {
    await context.addCookies([{ name: 'Admin-Token', value: 'nonsense', url: serverUrl() }]);
    await page.goto('/roles?x=1');
    await expect(page).toHaveURL(/\/login\?redirect=%2Froles%3Fx%3D1$/);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'Admin-Token' }));
  });

  test('no answer: the session stays and the load can be repeated', async ({ page, context }) => {
    const username = await registerAccount();
    await page.route('**/api/user/info', (route) => route.abort());
    await openAs(page, await loginToken(username, PASSWORD), '/dashboard');
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'Admin-Token' }));
    await page.unroute('**/api/user/info');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username);
  });

  test('info without roles: the account has no login permission', async ({ page }) => {
    const username = await registerAccount();
    await mockCall(page, 'user/info', { code: 0, msg: '', data: { uid: 1, name: 'x', roles: [] } });
    await openAs(page, await loginToken(username, PASSWORD), '/dashboard');
    await expect(page.getByText('The account has no login permission!')).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });

  test('info without data: verification failed', async ({ page }) => {
    const username = await registerAccount();
    await mockCall(page, 'user/info', { code: 0, msg: '', data: null });
    await openAs(page, await loginToken(username, PASSWORD), '/dashboard');
    await expect(page.getByText('Verification failed, please log in again.')).toBeVisible();
  });

  test('menu fails: shows an error and can be retried', async ({ page }) => {
    const username = await registerAccount();
    await mockCall(page, 'user/getAuth', { code: 50000, msg: 'broken', data: null });
    await openAs(page, await loginToken(username, PASSWORD), '/dashboard');
    await expect(page.getByText('Menu data loading error')).toBeVisible();
    await page.unroute('**/api/user/getAuth');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username);
  });
});

test.describe('several browser tabs', () => {
  test('a logout in one is a logout in all', async ({ page, context }) => {
    await logInAsNewCustomer(page);
    const second = await context.newPage();
    await second.goto('/roles');
    await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
    await expect(second).toHaveURL(/\/login\?redirect=%2Froles$/);
  });
});

test('several browser tabs: a login in one opens the others too', async ({ page, context }) => {
  const username = await registerAccount();
  await page.goto('/login?redirect=%2Froles');
  const second = await context.newPage();
  await second.goto('/login');
  await second.getByLabel('Username').fill(username);
  await second.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await second.keyboard.press('Enter');
  await expect(second).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveURL(/\/roles$/);
});

test('leaving a page while user info loads does not end the session', async ({ page }) => {
  await logInAsNewCustomer(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    '**/api/user/info',
    async (route) => {
      await released;
      // The page that made the call is gone by then.
      await route.abort().catch(() => undefined);
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/api/user/info');
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await page.reload();
  release();
  await waitUntilLoaded(page);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a failed logout call still ends the session locally', async ({ page, context }) => {
  await logInAsNewCustomer(page);
  await page.route('**/api/user/logout', (route) => route.abort());
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'Admin-Token' }));
});

test.describe('login form', () => {
  test('shows missing fields, focuses the first empty one, toggles the password', async ({ page }) => {
    await page.goto('/login');
    const username = page.getByLabel('Username');
    await expect(username).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Enter your username')).toBeVisible();
    await expect(page.getByText('The password must have at least 6 characters')).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('abcde1');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
  });

  test('caps-lock hint', async ({ page }) => {
    await page.goto('/login');
    const password = page.getByLabel('Password', { exact: true });
    await password.focus();
    await password.evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true }));
    });
    await expect(page.getByText('Caps lock is on')).toBeVisible();
    await password.evaluate((field) => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
    });
    await expect(page.getByText('Caps lock is on')).toHaveCount(0);
  });

  test('a wrong password shows the server’s message', async ({ page }) => {
    const username = await registerAccount();
    await page.goto('/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('wrong-password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });

  // No other journey logs in with this account.
  test('demo accounts fill in the form', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'credit' }).click();
    await expect(page.getByLabel('Username')).toHaveValue('credit');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Remaining quota').first()).toBeVisible();
  });
});

test('registration: an unknown invite code is refused, an invitation link fills the code in', async ({
  page,
}) => {
  await page.goto('/register?code=NO-SUCH-CODE');
  await expect(page.getByLabel('Invite code')).toHaveValue('NO-SUCH-CODE');
  await page.getByLabel('Username').fill(newName());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/register/);
});

test('/auth-redirect keeps the query string for the opener, then closes the window', async ({ page }) => {
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open('/auth-redirect?code=abc&state=1'));
  const popup = await opened;
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('x-admin-oauth-code')))
    .toBe('code=abc&state=1');
});
