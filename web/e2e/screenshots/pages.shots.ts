import path from 'node:path';
import type { Page } from '@playwright/test';
import { DEMO, enterAs, enterAsNew, setLanguage, test } from '../support/test';

const OUT = path.resolve(import.meta.dirname, '../../../screenshots');
const WIDTHS = [1440, 1024, 390];
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['zh', 'en'] as const;

type Shot = { name: string; open: (page: Page) => Promise<void> };

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

/** Every page; add a line here with every new one. */
const SHOTS: readonly Shot[] = [
  { name: 'login', open: (page) => go(page, '/login') },
  { name: 'register', open: (page) => go(page, '/register') },
  { name: 'dashboard-admin', open: (page) => enterAs(page, 'admin', DEMO.password).then(() => undefined) },
  { name: 'dashboard-new-customer', open: (page) => enterAsNew(page).then(() => undefined) },
  { name: 'users', open: (page) => enterAs(page, 'admin', DEMO.password, '/user/list').then(() => undefined) },
  {
    name: 'users-nothing-found',
    open: (page) => enterAs(page, 'admin', DEMO.password, '/user/list?search=nobody-at-all').then(() => undefined),
  },
  { name: 'roles', open: (page) => enterAs(page, 'admin', DEMO.password, '/roles').then(() => undefined) },
  { name: 'newer-version', open: (page) => enterAs(page, 'admin', DEMO.password, '/myinfo/api').then(() => undefined) },
  { name: 'not-found', open: (page) => enterAs(page, 'admin', DEMO.password, '/nowhere').then(() => undefined) },
  { name: 'no-permission', open: (page) => enterAs(page, 'admin', DEMO.password, '/401').then(() => undefined) },
  {
    name: 'settings',
    open: async (page) => {
      await enterAs(page, 'admin', DEMO.password);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('settings');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('header button[aria-haspopup="menu"]').last().click();
      await page.getByRole('menuitem').nth(-2).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'command-menu',
    open: async (page) => {
      await enterAs(page, 'admin', DEMO.password);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  {
    name: 'change-password',
    open: async (page) => {
      await enterAs(page, 'admin', DEMO.password);
      await page.locator('header button[aria-haspopup="menu"]').last().click();
      await page.getByRole('menuitem').nth(1).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

for (const width of WIDTHS) {
  for (const scheme of SCHEMES) {
    for (const language of LANGUAGES) {
      test.describe(`${width} ${scheme} ${language}`, () => {
        test.use({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme });
        for (const { name, open } of SHOTS) {
          test(name, async ({ page, context }) => {
            await setLanguage(context, language);
            await open(page);
            await page.waitForLoadState('networkidle');
            await page.screenshot({
              path: path.join(OUT, `${name}-${width}-${scheme}-${language}.png`),
              animations: 'disabled',
            });
          });
        }
      });
    }
  }
}
