import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  DEMO,
  expect,
  loginToken,
  PASSWORD,
  registerAccount,
  serverUrl,
  setLanguage,
  test,
} from '../support/test';

const OUT = path.resolve(import.meta.dirname, '../../../screenshots');
const WIDTHS = [1440, 1024, 390];
const SCHEMES = ['light', 'dark'] as const;
/** `SHOTS_LANGUAGES=es,ja` looks at the others. */
const LANGUAGES = (process.env.SHOTS_LANGUAGES ?? 'zh,en').split(',');

type Shot = { name: string; open: (page: Page) => Promise<void> };

/** One session for each account: a second login would end the first. */
const tokens = new Map<string, string>();

async function tokenOf(account: 'admin' | 'new'): Promise<string> {
  const known = tokens.get(account);
  if (known) return known;
  const token =
    account === 'admin'
      ? await loginToken('admin', DEMO.password)
      : await loginToken(await registerAccount(), PASSWORD);
  tokens.set(account, token);
  return token;
}

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

const as =
  (account: 'admin' | 'new', address: string) =>
  async (page: Page): Promise<void> => {
    const value = await tokenOf(account);
    await page.context().addCookies([{ name: 'Admin-Token', value, url: serverUrl() }]);
    await go(page, address);
  };

async function openUserMenu(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Every page; add a line here with every new one. */
const SHOTS: readonly Shot[] = [
  { name: 'login', open: (page) => go(page, '/login') },
  { name: 'register', open: (page) => go(page, '/register') },
  { name: 'dashboard-admin', open: as('admin', '/dashboard') },
  { name: 'dashboard-new-customer', open: as('new', '/dashboard') },
  { name: 'users', open: as('admin', '/user/list') },
  { name: 'users-nothing-found', open: as('admin', '/user/list?search=nobody-at-all') },
  { name: 'roles', open: as('admin', '/roles') },
  { name: 'newer-version', open: as('admin', '/myinfo/api') },
  { name: 'not-found', open: as('admin', '/nowhere') },
  { name: 'no-permission', open: as('admin', '/401') },
  {
    name: 'user-menu',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
    },
  },
  {
    name: 'settings',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
      await page.getByRole('menuitem').nth(-2).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'command-menu',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'change-password',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
      await page.getByRole('menuitem').nth(1).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'menu-open',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await page.locator('header button[aria-expanded]').first().click();
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
            await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
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
