import { LANGUAGES } from '../src/config/constants';
import { enterAsNew, expect, setLanguage, test } from './support/test';

const WIDTHS = [1440, 1024, 390];
const PUBLIC_PAGES = ['/login', '/register'];
const PAGES = [
  '/dashboard',
  '/roles',
  '/user_info/notify',
  '/recharge/list',
  '/finance/list',
  '/finance/credit',
  '/finance/income',
  '/404',
  '/401',
];

for (const language of LANGUAGES) {
  test(`no page is wider than the window: ${language}`, async ({ page, context }) => {
    await setLanguage(context, language);
    const check = async (address: string): Promise<void> => {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width}`)
          .toBeLessThanOrEqual(width);
      }
    };
    for (const address of PUBLIC_PAGES) await check(address);
    await enterAsNew(page);
    for (const address of PAGES) await check(address);
  });
}
