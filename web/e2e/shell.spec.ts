import type { Page } from '@playwright/test';
import { serverUrl } from './support/api';
import { entry, mockCall, mockMenu } from './support/mock-calls';
import {
  logInAsNewCustomer,
  expect,
  navigateTo,
  openAs,
  setLanguage,
  visit,
  waitUntilLoaded,
  test,
} from './support/test';

const MENU = [
  entry({ module: 'user', action: 'list', view: 'user/list', title: 'user_management', icon: 'users' }),
  entry({
    module: 'records',
    type: 1,
    title: 'records',
    icon: 'receipt',
    children: [
      entry({ module: 'recharge', action: 'list', title: 'recharge_orders' }),
      entry({ module: 'finance', action: 'list', title: 'financial_records' }),
      entry({
        module: 'deep',
        type: 1,
        title: 'project_income',
        children: [
          entry({ module: 'deep', action: 'a', title: 'Deep A' }),
          entry({ module: 'deep', action: 'b', title: 'Deep B' }),
        ],
      }),
      entry({ module: 'secret', action: 'page', title: 'Secret', type: 3 }),
    ],
  }),
  entry({ module: 'https://help.example/start', view: '', title: 'Help' }),
];

function sidebar(page: Page) {
  return page.getByRole('complementary', { name: 'Sidebar' });
}

/** Visible texts, labels and placeholders in Chinese. Names of languages are in their own. */
function chineseTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const textsOf = (element: Element): string[] =>
      element.checkVisibility() && !element.closest('[lang]:not(html)')
        ? [
            ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
            ...['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
          ]
        : [];
    const texts = [...document.querySelectorAll('body *')].flatMap(textsOf);
    return [document.title, ...texts].filter((text) => /\p{Script=Han}/u.test(text));
  });
}

async function openUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('sidebar width: 210 px open, 54 px collapsed; the cookie follows; it stays after a reload', async ({
    page,
    context,
  }) => {
    await logInAsNewCustomer(page);
    const width = async () => (await sidebar(page).boundingBox())?.width;
    await expect.poll(width).toBe(210);
    await expect(sidebar(page)).toHaveCSS('transition-duration', '0.28s, 0.28s');
    expect((await page.getByTestId('sidebar-logo').boundingBox())?.height).toBe(50);
    const header = async () => (await page.getByRole('banner').boundingBox())?.width;
    await expect.poll(header).toBe(1440 - 210);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect.poll(width).toBe(54);
    await expect.poll(header).toBe(1440 - 54);
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
    await page.reload();
    await expect.poll(width).toBe(54);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect.poll(width).toBe(210);
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('1');
  });

  test.describe('mobile', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('sidebar is a drawer: closed at first, closes by the overlay and by a choice', async ({ page }) => {
      await mockMenu(page, MENU);
      await logInAsNewCustomer(page);
      const link = sidebar(page).getByRole('link', { name: 'User management' });
      await expect(link).not.toBeInViewport();
      // No animation on entry.
      await expect(sidebar(page)).toHaveCSS('transition-duration', '0s');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(link).toBeInViewport();
      await expect(page.locator('button[aria-label="Close menu"]').first()).toHaveCSS(
        'background-color',
        'rgba(0, 0, 0, 0.3)',
      );
      await page.mouse.click(350, 500);
      await expect(link).not.toBeInViewport();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await link.click();
      await expect(page).toHaveURL(/\/user\/list$/);
      await expect(link).not.toBeInViewport();
    });
  });
});

test.describe('sidebar', () => {
  test('nested submenus expand to three levels; type 3 is hidden; the active item is marked', async ({
    page,
  }) => {
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page);
    const menu = sidebar(page);
    await menu.getByRole('button', { name: 'Records' }).click();
    await menu.getByRole('button', { name: 'Project income' }).click();
    await menu.getByRole('link', { name: 'Deep B' }).click();
    await expect(page).toHaveURL(/\/deep\/b$/);
    await expect(menu.getByRole('link', { name: 'Deep B' })).toHaveAttribute('aria-current', 'page');
    await expect(menu.getByText('Secret')).toHaveCount(0);
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(trail.getByRole('listitem')).toHaveText([
      'Dashboard',
      'Records',
      'Project income',
      'Deep B',
    ]);
    await expect(trail.getByRole('link', { name: 'Deep B' })).toHaveCount(0);
  });

  test('a group’s path redirects to its first visible page', async ({ page }) => {
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page, '/records');
    await expect(page).toHaveURL(/\/recharge\/list$/);
  });

  test('external link: a new tab with rel=noopener', async ({ page }) => {
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page);
    const link = sidebar(page).getByRole('link', { name: 'Help' });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener');
    await expect(link).toHaveAttribute('href', 'https://help.example/start');
  });

  test('collapsed: submenus pop out, the logo is only the picture', async ({ page }) => {
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page);
    await expect(page.getByTestId('sidebar-logo')).toHaveText('Number Screening System');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(page.getByTestId('sidebar-logo')).toHaveText('');
    await sidebar(page).getByRole('button', { name: 'Records' }).click();
    await page.getByRole('menuitem', { name: 'Financial records' }).click();
    await expect(page).toHaveURL(/\/finance\/list$/);
  });

  test('one visible child: shown itself, without a submenu', async ({ page }) => {
    await mockMenu(page, [
      entry({
        module: 'admin',
        type: 1,
        title: 'administration',
        children: [entry({ module: 'audit', action: 'list', title: 'audit_log' })],
      }),
    ]);
    await logInAsNewCustomer(page);
    await expect(sidebar(page).getByRole('link', { name: 'Audit log' })).toBeVisible();
    await expect(sidebar(page).getByText('Administration')).toHaveCount(0);
  });
});

test.describe('mobile', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('error-log and full-screen buttons are hidden', async ({ page, watch }) => {
    await logInAsNewCustomer(page);
    await page.evaluate(() => void Promise.reject(new Error('on purpose')));
    // Wait for the error, otherwise there would be nothing to ignore below.
    await expect.poll(() => watch.violations).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Full screen' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0);
    // The error is expected.
    watch.violations.length = 0;
  });

  test('also applies when the window becomes narrow', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await logInAsNewCustomer(page);
    await expect(sidebar(page)).toBeInViewport();
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(sidebar(page)).not.toBeInViewport();
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(sidebar(page)).toBeInViewport();
    // As wide as before.
    await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBe(210);
  });
});

test.describe('settings', () => {
  test('the drawer is in the user menu; each switch works and persists', async ({ page }) => {
    await logInAsNewCustomer(page);
    await openUserMenu(page, 'Settings');
    const drawer = page.getByRole('dialog', { name: 'Settings' });
    await drawer.getByLabel('Tags view').click();
    await expect(drawer.getByText('Pinyin menu search')).toHaveCount(0);
    await drawer.getByLabel('Sidebar logo').click();
    await drawer.getByLabel('Fixed header').click();
    await drawer.getByLabel('Settings button on the right edge').click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Open pages' })).toHaveCount(0);
    await expect(page.getByTestId('sidebar-logo')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
    const handle = page.getByRole('button', { name: 'Settings', exact: true });
    await expect
      .poll(() => handle.boundingBox())
      .toMatchObject({ width: 48, height: 48, y: 250, x: 1440 - 48 });
    await handle.click();
    await expect(drawer).toBeVisible();
  });

  test('theme: presets and a custom colour apply immediately; the active tab follows', async ({ page }) => {
    await logInAsNewCustomer(page);
    await openUserMenu(page, 'Settings');
    const accent = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ns-accent').trim());
    const activeTab = page.locator('[data-path="/dashboard"]');
    const tabColor = () => activeTab.evaluate((tab) => getComputedStyle(tab).backgroundColor);
    const before = await tabColor();
    const presets = ['#409EFF', '#1890ff', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d'];
    for (const preset of presets) {
      await page.getByRole('radio', { name: preset }).check();
      await expect.poll(accent).toBe(preset);
    }
    await expect.poll(tabColor).not.toBe(before);
    await page.locator('input[type="color"]').fill('#884422');
    await expect.poll(accent).toBe('#884422');
    await page.reload();
    await expect.poll(accent).toBe('#884422');
  });

  test('dark, light and system', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await logInAsNewCustomer(page);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await openUserMenu(page, 'Settings');
    await page.getByText('Dark', { exact: true }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test('pinyin search: the switch is there in Chinese and finds the menu', async ({ page, context }) => {
    await context.addCookies([{ name: 'language', value: 'zh', url: serverUrl() }]);
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page);
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '界面设置' }).click();
    await page.getByLabel('菜单拼音搜索').click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索' }).fill('yhgl');
    await expect(page.getByRole('option').first()).toContainText('用户管理');
  });
});

test.describe('size', () => {
  test('the current one is disabled; a change sets the cookie, reloads the view and shows a message', async ({
    page,
    context,
  }) => {
    await logInAsNewCustomer(page, '/roles?a=1');
    await page.getByRole('button', { name: 'Size' }).click();
    await expect(page.getByRole('menuitem', { name: 'Medium' })).toBeDisabled();
    await expect(page.getByRole('menuitem')).toHaveText(['Default', 'Medium', 'Small', 'Mini']);
    await page.getByRole('menuitem', { name: 'Mini' }).click();
    await expect(page.getByText('Switch Size Success')).toBeVisible();
    await expect(page).toHaveURL(/\/roles\?a=1$/);
    await expect(page.locator('body')).toHaveCSS('font-size', '12px');
    expect((await context.cookies()).find(({ name }) => name === 'size')?.value).toBe('mini');
  });
});

test.describe('language', () => {
  test('page title, menu, tabs and breadcrumbs change immediately; the cookie keeps it', async ({
    page,
    context,
  }) => {
    await logInAsNewCustomer(page, '/carrier/hlr_carrier');
    await expect(page).toHaveTitle('Live carrier - Number Screening System');
    await visit(page, '/roles');
    await page.getByRole('button', { name: 'Language' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['简体中文', 'English', 'Español', '日本語']);
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await expect(page.getByText('语言切换成功')).toBeVisible();
    await expect(page).toHaveTitle('切换身份 - 号码筛选系统');
    await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('首页切换身份');
    await expect(page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link')).toHaveText([
      '首页',
      '实时运营商',
      '切换身份',
    ]);
    await expect(page.getByRole('complementary', { name: '侧边栏' }).getByText('首页')).toBeVisible();
    // Texts from the server change too, in kept views as well.
    await page.getByRole('link', { name: '实时运营商' }).first().click();
    await expect(page).toHaveTitle('实时运营商 - 号码筛选系统');
    await expect(page.getByRole('heading', { level: 1, name: '实时运营商' })).toBeVisible();
    await visit(page, '/roles');
    expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('zh');
    await page.reload();
    await expect(page).toHaveTitle('切换身份 - 号码筛选系统');
  });

  test('a switch changes every open page, with what the server has sent', async ({
    page,
    context,
    administratorSid,
  }) => {
    test.slow();
    await setLanguage(context, 'zh');
    const pages = [
      '/dashboard',
      '/checks',
      '/user/list',
      '/project/list',
      '/channel/list?edit=demo-batch',
      '/audit/list',
      '/setting/edit',
      '/system/health',
      '/finance/income',
      '/task/new?project=hlr_carrier',
      '/lookup/create?numbers=%2B12015550100',
      '/messaging/wechat',
    ];
    await openAs(page, administratorSid, '/dashboard');
    for (const path of pages) {
      await visit(page, path);
      await waitUntilLoaded(page);
    }
    await page.getByRole('banner').getByRole('button', { name: '语言' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    for (const path of pages) {
      await visit(page, path);
      await waitUntilLoaded(page);
      await expect.poll(() => chineseTexts(page), path).toEqual([]);
    }
  });

  for (const [locale, title] of [
    ['es-MX', 'Iniciar sesión - Sistema de filtrado de números'],
    ['ja-JP', 'ログイン - 番号スクリーニングシステム'],
    ['fr-FR', '登录 - 号码筛选系统'],
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale });
      test('the browser’s language, else Chinese', async ({ page }) => {
        await page.goto('/login');
        await expect(page).toHaveTitle(title);
      });
    });
  }
});

test.describe('full screen', () => {
  test('the icon follows the browser’s own state', async ({ page }) => {
    await logInAsNewCustomer(page);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
    await page.evaluate(() => document.exitFullscreen());
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  });

  test('unsupported: shows a warning', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false });
    });
    await logInAsNewCustomer(page);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.getByText('you browser can not work')).toBeVisible();
  });
});

test('error log: shown with a count when errors exist; Clear All also closes it', async ({ page, watch }) => {
  await logInAsNewCustomer(page);
  await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0);
  await page.evaluate(() => {
    void Promise.reject(new Error('first on purpose'));
    void Promise.reject(new Error('second on purpose'));
  });
  await page.getByRole('button', { name: 'Error log: 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Error log' });
  await expect(dialog).toContainText('first on purpose');
  await expect(dialog).toContainText('unhandledrejection');
  await expect(dialog).toContainText(`${serverUrl()}/dashboard`);
  await dialog.getByRole('button', { name: 'Clear All' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Error log/ })).toHaveCount(0);
  // Both errors are expected.
  watch.violations.length = 0;
});

test.describe('fixed header', () => {
  test('off: scrolls away with the content; each tab keeps its own scroll position', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 320 });
    await logInAsNewCustomer(page);
    // A half-loaded page could not be scrolled that far.
    await waitUntilLoaded(page);
    await page.mouse.move(700, 250);
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200);
    await expect(page.getByRole('button', { name: 'Close menu' })).not.toBeInViewport();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('notif');
    await expect(page.getByRole('option').first()).toContainText('Account notifications');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/notify$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page
      .getByRole('navigation', { name: 'Open pages' })
      .getByRole('link', { name: 'Dashboard' })
      .click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200);
  });
});

test.describe('notification badge', () => {
  test('a persistent warning leads to the notifications page', async ({ page }) => {
    await mockCall(page, 'notify/waitConfirm', { code: 0, msg: '', data: { count: 3 } });
    await logInAsNewCustomer(page);
    await expect(page.getByRole('link', { name: 'Notifications: 3 pending' })).toBeVisible();
    const warning = page.getByRole('alert').filter({ hasText: 'Account notification' });
    await expect(warning).toContainText('there are pending notifications, please confirm promptly');
    await warning.getByRole('button', { name: /pending/ }).click();
    await expect(page).toHaveURL(/\/user_info\/notify$/);
  });

  test('polls every 30 s without live events, and not at all if the server has no such call', async ({
    page,
  }) => {
    await page.clock.install();
    await page.route('**/api/events', (route) => route.fulfill({ status: 404 }));
    let asked = 0;
    await page.route('**/api/notify/waitConfirm', (route) => {
      asked += 1;
      return route.fulfill({ json: { code: asked < 3 ? 0 : 40400, msg: '', data: { count: 0 } } });
    });
    await logInAsNewCustomer(page);
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toBe(1);
    // The next poll is scheduled when the response is processed, so advance the clock until it happens.
    const afterWaiting = async (): Promise<number> => {
      await page.clock.fastForward(30_000);
      return asked;
    };
    await expect.poll(afterWaiting).toBe(3);
    await page.clock.fastForward(120_000);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked).toBe(3);
  });
});

test.describe('command palette', () => {
  test('Ctrl K: finds pages and actions by a few letters, works with the keyboard', async ({ page }) => {
    await mockMenu(page, MENU);
    await logInAsNewCustomer(page);
    await waitUntilLoaded(page);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search' });
    await expect(field).toBeFocused();
    await field.fill('finrec');
    await expect(page.getByRole('option').first()).toContainText('Financial records');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/finance\/list$/);
    await page.keyboard.press('Control+k');
    await expect(page.getByText('Recent', { exact: true })).toBeVisible();
    await field.fill('change pass');
    await expect(page.getByRole('option').first()).toContainText('Change password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
  });

  test('shows a message if nothing matches, and Escape closes it', async ({ page }) => {
    await logInAsNewCustomer(page);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('zzzz');
    await expect(page.getByText('No matching page or action')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
  });
});

test.describe('robustness', () => {
  test('offline banner', async ({ page, context }) => {
    await logInAsNewCustomer(page);
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
  });

  test('without a connection, what fails is said, and pages are loaded once it is back', async ({
    page,
    context,
    administratorSid,
    watch,
  }) => {
    await openAs(page, administratorSid, '/user/list');
    await waitUntilLoaded(page);
    const messages = page.waitForResponse('**/assets/toast-container-*.js');
    await page.getByRole('textbox', { name: 'Username or UID' }).fill('kept');
    await page.keyboard.press('Tab');
    await messages;
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByText('The server cannot be reached')).toBeVisible();
    await navigateTo(page, '/docs/api/errors');
    await expect(page.getByText('The page could not be loaded')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'API errors' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('textbox', { name: 'Username or UID' })).toHaveValue('kept');
    watch.violations.length = 0;
  });

  test('notice when a new version is served', async ({ page }) => {
    await logInAsNewCustomer(page);
    await page.route('**/api/user/info', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-numsift-version': '99.0.0' } });
    });
    await page.getByRole('button', { name: 'Refresh figures' }).click();
    await expect(page.getByText('Version 99.0.0 is available')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload to update' })).toBeVisible();
  });

  test('a failed chunk load is retried automatically', async ({ page, watch }) => {
    await logInAsNewCustomer(page);
    let asked = 0;
    await page.route('**/assets/roles-page-*.js', (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await navigateTo(page, '/roles');
    await expect(page.getByRole('heading', { level: 1, name: 'Switch role' })).toBeVisible();
    expect(asked).toBe(2);
    watch.violations.length = 0;
  });

  test('a missing chunk: the shell stays, the error is logged, and it can be retried', async ({
    page,
    watch,
  }) => {
    await logInAsNewCustomer(page);
    await page.route('**/assets/roles-page-*.js', (route) => route.abort());
    await navigateTo(page, '/roles');
    await expect(page.getByText('The page could not be loaded')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Error log: 1' })).toBeVisible();
    await page.unroute('**/assets/roles-page-*.js');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Switch role' })).toBeVisible();
    watch.violations.length = 0;
  });

  test('dialogs, questions and messages that cannot be loaded leave the page as it is', async ({
    page,
    watch,
  }) => {
    await logInAsNewCustomer(page);
    await waitUntilLoaded(page);
    const heading = page.getByRole('heading', { level: 1 });
    await page.route('**/assets/*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    // The dialog, then the message about it.
    await expect(page.getByRole('button', { name: 'Error log: 2' })).toBeVisible();
    await expect(heading).toBeVisible();
    await page.unroute('**/assets/*');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText(/This part of the console could not be loaded/)).toBeVisible();
    await expect(heading).toBeVisible();
    watch.violations.length = 0;
  });

  test('skip link: first tab stop, leads to the content', async ({ page }) => {
    await logInAsNewCustomer(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('search engines are told to stay out', async ({ request }) => {
  const answer = await request.get(`${serverUrl()}/robots.txt`);
  expect(await answer.text()).toContain('Disallow: /');
});
