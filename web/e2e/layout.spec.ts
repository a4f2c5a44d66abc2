import { LANGUAGES } from '../src/config/constants';
import {
  logInAsNewCustomer,
  expect,
  navigateTo,
  setLanguage,
  waitUntilLoaded,
  test,
  visit,
} from './support/test';

const WIDTHS = [1440, 1024, 390];
const PUBLIC_PAGES = ['/login', '/register'];
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
];
const WITHOUT_SHELL = ['/404', '/401'];

for (const language of LANGUAGES) {
  test(`no page is wider than the window: ${language}`, async ({ page, context }) => {
    // Eighteen pages in three widths.
    test.slow();
    await setLanguage(context, language);
    const check = async (address: string): Promise<void> => {
      await waitUntilLoaded(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`)
          .toBeLessThanOrEqual(width);
      }
    };
    for (const address of PUBLIC_PAGES) {
      await page.goto(address);
      await check(address);
    }
    await logInAsNewCustomer(page);
    for (const address of PAGES) {
      await visit(page, address);
      await check(address);
    }
    for (const address of WITHOUT_SHELL) {
      await navigateTo(page, address);
      await expect(page.locator('[data-open-page]')).toHaveCount(0);
      await check(address);
    }
  });
}
