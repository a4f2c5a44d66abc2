import type { Page } from '@playwright/test';
import { LANGUAGES } from '../src/config/constants';
import { taskPath } from '../src/config/paths';
import { asCaller, customerWithPoints, startTask } from './support/tasks';
import {
  logInAsNewCustomer,
  expect,
  navigateTo,
  openAs,
  setLanguage,
  waitUntilLoaded,
  test,
  visit,
} from './support/test';

/** 720 is what 1440 leaves at a zoom of 200 %. */
const WIDTHS = [1440, 1024, 720, 390];
const PUBLIC_PAGES = ['/login', '/register', '/new_password#no-such-link', '/shared#no-such-link'];
const PAGES = [
  '/dashboard',
  '/roles',
  '/user_info/notify',
  '/gen_number/index',
  '/gen_number/follow_up',
  '/recharge/list',
  '/finance/list',
  '/finance/credit',
  '/finance/income',
  '/checks',
  '/messaging/whatsapp',
  '/task/new?project=whatsapp',
  '/task/list',
  '/agg_task/index',
  '/list/list',
  '/lookup/create?numbers=%2B12015550100',
  '/user_info/security',
];
const STAFF_PAGES = [
  '/user/list',
  '/role/list',
  '/invite/list',
  '/project/list',
  '/channel/list',
  '/channel/list?evidence=whatsapp',
  '/channel/list?edit=demo-batch',
  '/recharge/getWallet',
  '/recharge/deposits',
  '/notify/manage',
  '/audit/list',
  '/setting/edit',
  '/system/setup',
  '/system/health',
  '/lookup/list',
];
const WITHOUT_SHELL = ['/404', '/401'];

/** The texts of badges that are shown in part. */
function cutBadges(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Badge-label')]
      .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth + 1)
      .map((label) => label.textContent),
  );
}

/** Lists of staff whose first columns fit into the usual window. The filter leaves out what other journeys create. */
const FITTING = ['/user/list?search=operator', '/recharge/list', '/lookup/list'];

/** How far a table can be scrolled sideways. */
function hiddenWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const table = [...document.querySelectorAll('table')].find((shown) => shown.checkVisibility());
    let place = table?.parentElement;
    while (place && getComputedStyle(place).overflowX === 'visible') place = place.parentElement;
    return place ? place.scrollWidth - place.clientWidth : 0;
  });
}

/** Looks at a page in every width. */
async function check(page: Page, address: string): Promise<void> {
  await waitUntilLoaded(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`)
      .toBeLessThanOrEqual(width);
    await expect.poll(() => cutBadges(page), `badges of ${address} at ${width}`).toEqual([]);
  }
}

for (const language of LANGUAGES) {
  test(`no page is wider than the window, no badge is cut off: ${language}`, async ({ page, context }) => {
    // Twenty pages in three widths.
    test.slow();
    await setLanguage(context, language);
    for (const address of PUBLIC_PAGES) {
      await page.goto(address);
      await check(page, address);
    }
    await logInAsNewCustomer(page);
    for (const address of PAGES) {
      await visit(page, address);
      await check(page, address);
    }
    for (const address of WITHOUT_SHELL) {
      await navigateTo(page, address);
      await expect(page.locator('[data-open-page]')).toHaveCount(0);
      await check(page, address);
    }
  });

  test(`no page of staff is wider than the window, no badge is cut off: ${language}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    test.slow();
    await setLanguage(context, language);
    await openAs(page, administratorSid, '/dashboard');
    for (const address of ['/dashboard', ...STAFF_PAGES]) {
      await visit(page, address);
      await check(page, address);
    }
    await page.setViewportSize({ width: 1440, height: 800 });
    for (const address of FITTING) {
      await visit(page, address);
      await waitUntilLoaded(page);
      await expect.poll(() => hiddenWidth(page), address).toBeLessThanOrEqual(0);
    }
  });
}

test('long names of tasks and projects stay within the page', async ({ page }) => {
  test.slow();
  const { sid } = await customerWithPoints(10);
  const id = await startTask(sid, 'whatsapp', 'W'.repeat(120), 40);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).state).toBe('completed');
  // Changing the name on the server would change it for other journeys too.
  await page.route(/\/api\/(task|project)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replaceAll('"WhatsApp"', `"${'W'.repeat(60)}"`),
    });
  });
  await openAs(page, sid, '/dashboard');
  await check(page, '/dashboard');
  for (const address of [
    '/task/list',
    taskPath(id),
    '/checks',
    '/lookup/create',
    '/messaging/whatsapp',
    '/task/new?project=whatsapp',
  ]) {
    await visit(page, address);
    await check(page, address);
  }
});
