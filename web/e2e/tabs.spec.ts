import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from './support/axe';
import { entry, mockMenu } from './support/mock-calls';
import { logInAsNewCustomer, expect, openAs, test, visit } from './support/test';

/** Pages of every account with their path and tab title. */
const ROLES = { path: '/roles', title: 'Switch role' };
const API = { path: '/myinfo/api', title: 'API info' };
const NOTIFY = { path: '/user_info/notify', title: 'Account notifications' };

function bar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Open pages' });
}

function tab(page: Page, title: string): Locator {
  return bar(page).getByRole('link', { name: title, exact: true });
}

async function titles(page: Page): Promise<string[]> {
  return bar(page).getByRole('link').allTextContents();
}

async function openMenuOf(page: Page, title: string): Promise<Locator> {
  await tab(page, title).click({ button: 'right' });
  return page.getByRole('menu', { name: 'Tab actions' });
}

test('start: affixed tabs first, then the current page', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  await expect.poll(() => titles(page)).toEqual(['Dashboard', ROLES.title]);
  await expect(tab(page, ROLES.title)).toHaveAttribute('aria-current', 'page');
});

test('identity: a new query on the same path updates that tab in place', async ({ page }) => {
  await logInAsNewCustomer(page, `${ROLES.path}?a=1`);
  await visit(page, NOTIFY.path);
  await visit(page, `${ROLES.path}?a=2`);
  await expect.poll(() => titles(page)).toEqual(['Dashboard', ROLES.title, NOTIFY.title]);
  await expect(tab(page, ROLES.title)).toHaveAttribute('href', `${ROLES.path}?a=2`);
});

test('close: an inactive tab does not navigate, the active one goes to the last in the list', async ({
  page,
}) => {
  await logInAsNewCustomer(page, ROLES.path);
  await visit(page, API.path);
  await visit(page, NOTIFY.path);
  await bar(page)
    .getByRole('button', { name: `Close ${API.title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`${NOTIFY.path}$`));
  await visit(page, ROLES.path);
  await bar(page)
    .getByRole('button', { name: `Close ${ROLES.title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`${NOTIFY.path}$`));
  await expect.poll(() => titles(page)).toEqual(['Dashboard', NOTIFY.title]);
});

test('middle click closes a tab that is not affixed and no other', async ({ page, context }) => {
  await logInAsNewCustomer(page, ROLES.path);
  await tab(page, ROLES.title).click({ button: 'middle' });
  await expect(page).toHaveURL(/\/dashboard$/);
  await tab(page, 'Dashboard').click({ button: 'middle' });
  await expect.poll(() => titles(page)).toEqual(['Dashboard']);
  expect(context.pages().filter((other) => other.url().includes(ROLES.path))).toHaveLength(0);
});

test('right-click menu: Close is hidden on affixed tabs; a click outside closes it', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  const own = await openMenuOf(page, ROLES.title);
  await expect(own.getByRole('menuitem')).toHaveText(['Refresh', 'Close', 'Close Others', 'Close All']);
  await page.mouse.click(1000, 700);
  await expect(own).toHaveCount(0);
  const affixed = await openMenuOf(page, 'Dashboard');
  await expect(affixed.getByRole('menuitem')).toHaveText(['Refresh', 'Close Others', 'Close All']);
  await page.keyboard.press('Escape');
  await expect(affixed).toHaveCount(0);
});

test('menu position: inside the bar even at its right end', async ({ page }) => {
  await page.setViewportSize({ width: 620, height: 700 });
  await logInAsNewCustomer(page, NOTIFY.path);
  await visit(page, ROLES.path);
  const menu = await openMenuOf(page, ROLES.title);
  await expect(menu).toBeVisible();
  const box = await menu.boundingBox();
  expect(box?.x).toBeLessThanOrEqual(620 - 105);
});

test('Refresh: recreates the view, and on an inactive tab switches to it', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  await visit(page, '/dashboard');
  const heading = page.getByRole('heading', { level: 1, name: ROLES.title });
  await expect(heading).toBeHidden();
  const infos: string[] = [];
  page.on('request', (request) => request.url().endsWith('/user/info') && infos.push(request.url()));
  const menu = await openMenuOf(page, ROLES.title);
  await menu.getByRole('menuitem', { name: 'Refresh' }).click();
  await expect(page).toHaveURL(new RegExp(`${ROLES.path}$`));
  await expect(heading).toBeVisible();
  await expect.poll(() => infos.length).toBeGreaterThan(0);
});

test('Refresh asks the server again for everything the page shows', async ({ page, administratorSid }) => {
  await openAs(page, administratorSid, '/role/list');
  await expect(page.getByRole('row', { name: /Administrator/ })).toBeVisible();
  const again = page.waitForRequest('**/api/role/list');
  const menu = await openMenuOf(page, 'Roles');
  await menu.getByRole('menuitem', { name: 'Refresh' }).click();
  await again;
});

test('breadcrumb: unchanged during a refresh', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail).toHaveText('DashboardSwitch role');
  await page.evaluate(() => {
    const seen: string[] = [];
    (window as unknown as { seenTrails: string[] }).seenTrails = seen;
    const nav = document.querySelector('nav[aria-label="Breadcrumb"]');
    if (nav)
      new MutationObserver(() => seen.push(nav.textContent ?? '')).observe(nav, {
        childList: true,
        subtree: true,
        characterData: true,
      });
  });
  const madeAnew = page.waitForRequest((request) => request.url().endsWith('/user/info'));
  const menu = await openMenuOf(page, ROLES.title);
  await menu.getByRole('menuitem', { name: 'Refresh' }).click();
  await madeAnew;
  await expect(page).toHaveURL(new RegExp(`${ROLES.path}$`));
  expect(await page.evaluate(() => (window as unknown as { seenTrails: string[] }).seenTrails)).toEqual([]);
});

test('Close Others: first goes to the clicked tab; affixed tabs stay', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  await visit(page, API.path);
  await visit(page, NOTIFY.path);
  const menu = await openMenuOf(page, API.title);
  await menu.getByRole('menuitem', { name: 'Close Others' }).click();
  await expect(page).toHaveURL(new RegExp(`${API.path}$`));
  await expect.poll(() => titles(page)).toEqual(['Dashboard', API.title]);
});

test('Close All: affixed tabs stay, then the last tab left', async ({ page }) => {
  await logInAsNewCustomer(page, ROLES.path);
  await visit(page, API.path);
  const menu = await openMenuOf(page, API.title);
  await menu.getByRole('menuitem', { name: 'Close All' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => titles(page)).toEqual(['Dashboard']);
});

test('reload: open tabs survive; logout: they are gone', async ({ page }) => {
  await logInAsNewCustomer(page, `${ROLES.path}?a=1`);
  await visit(page, NOTIFY.path);
  await expect.poll(() => titles(page)).toHaveLength(3);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Dashboard', ROLES.title, NOTIFY.title]);
  await expect(tab(page, ROLES.title)).toHaveAttribute('href', `${ROLES.path}?a=1`);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.getItem('numsift-tabs'))).toBeNull();
});

test('wheel over the bar scrolls it horizontally; the active tab scrolls into view; scrolling closes the menu', async ({
  page,
}) => {
  const names = Array.from({ length: 16 }, (_, index) => `Page number ${index}`);
  await mockMenu(
    page,
    names.map((title, index) => entry({ module: `p${index}`, title })),
  );
  await logInAsNewCustomer(page);
  for (const [index] of names.entries()) await visit(page, `/p${index}/index`);
  const scroller = page.getByTestId('tags-bar');
  await expect(tab(page, names[15] ?? '')).toBeInViewport();
  await expect(tab(page, names[14] ?? '')).toBeInViewport();
  const before = await scroller.evaluate((element) => element.scrollLeft);
  expect(before).toBeGreaterThan(0);
  const menu = await openMenuOf(page, names[15] ?? '');
  await expect(menu).toBeVisible();
  await scroller.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeLessThan(before);
  await expect(menu).toHaveCount(0);
  await visit(page, '/p0/index');
  await expect(tab(page, names[0] ?? '')).toBeInViewport();
});

test('title: the translated route title, else the raw title', async ({ page }) => {
  await mockMenu(page, [entry({ module: 'messaging', action: 'whatsapp', title: 'WhatsApp' })]);
  await logInAsNewCustomer(page, '/messaging/whatsapp');
  await expect(tab(page, 'WhatsApp')).toBeVisible();
  await expect(page).toHaveTitle('WhatsApp - Number Screening System');
  await expect(
    page.getByRole('heading', { name: 'This page needs a newer version of the console' }),
  ).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the tabs fold into a menu that switches and closes pages', async ({ page }) => {
    await logInAsNewCustomer(page, ROLES.path);
    await visit(page, NOTIFY.path);
    await expect(bar(page)).toHaveCount(0);
    const opener = page.getByRole('banner').getByRole('button', { name: 'Open pages: 3' });
    await opener.click();
    await expect.poll(() => titles(page)).toEqual(['Dashboard', ROLES.title, NOTIFY.title]);
    await expect(tab(page, NOTIFY.title)).toHaveAttribute('aria-current', 'page');
    expect(await accessibilityViolations(page)).toEqual([]);
    await tab(page, ROLES.title).click();
    await expect(page).toHaveURL(new RegExp(`${ROLES.path}$`));
    await expect(bar(page)).toHaveCount(0);

    await opener.click();
    await bar(page)
      .getByRole('button', { name: `Close ${NOTIFY.title}` })
      .click();
    await expect.poll(() => titles(page)).toEqual(['Dashboard', ROLES.title]);
    await expect(page).toHaveURL(new RegExp(`${ROLES.path}$`));
    await page.getByRole('button', { name: 'Close All' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Open pages: 1' })).toBeVisible();
  });
});
