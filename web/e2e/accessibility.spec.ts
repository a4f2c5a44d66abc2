import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api';
import { accessibilityViolations, expectAccessible } from './support/axe';
import { entry, mockMenu } from './support/mock-calls';
import { pagesOfTheShell } from './support/pages';
import { logInAsNewCustomer, expect, openAs, setLanguage, test, visit } from './support/test';

type Open = (page: Page, sid: string) => Promise<unknown>;

const at =
  (address: string): Open =>
  (page, sid) =>
    openAs(page, sid, address);

const dialogAt =
  (address: string, button: string): Open =>
  async (page, sid) => {
    await openAs(page, sid, address);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

/** What else the pages of the shell show. */
const VARIANTS = [
  '/user/list?search=nobody-at-all',
  '/list/list?kind=saved',
  '/channel/list?edit=demo-batch',
];

/** The journeys that share the pages of the shell. */
const PARTS = 6;

/** Pages that need more than a path, or have no shell. */
const PAGES: readonly { name: string; open: Open }[] = [
  { name: '/login', open: (page) => page.goto('/login') },
  { name: '/register', open: (page) => page.goto('/register') },
  { name: 'correction', open: dialogAt('/finance/list', 'Adjust balance') },
  { name: 'wallet form', open: dialogAt('/recharge/getWallet', 'Add wallet') },
  { name: 'dashboard of a customer', open: (page) => logInAsNewCustomer(page) },
  {
    name: 'top-up dialog with an order',
    open: async (page) => {
      await logInAsNewCustomer(page);
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'USDT top-up' }).click();
      await page.getByLabel('Amount').fill('12');
      await page.getByRole('button', { name: 'Create order' }).click();
      await expect(page.getByRole('img', { name: 'QR code of the wallet address' })).toBeVisible();
    },
  },
  { name: 'user details', open: dialogAt('/user/list?search=operator', 'operator') },
  { name: 'user form', open: dialogAt('/user/list', 'New user') },
  { name: 'role form', open: dialogAt('/role/list', 'Operator') },
  { name: 'invite form', open: dialogAt('/invite/list', 'New invite code') },
  { name: 'composer', open: dialogAt('/notify/manage', 'New notification') },
  {
    name: 'a page of a newer version',
    open: async (page, sid) => {
      await mockMenu(page, [entry({ module: 'newer' })]);
      await openAs(page, sid, '/newer/index');
    },
  },
  { name: '/404', open: at('/404') },
  { name: '/401', open: at('/401') },
  {
    name: 'command palette',
    open: async (page, sid) => {
      await openAs(page, sid, '/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'settings drawer',
    open: async (page, sid) => {
      await openAs(page, sid, '/dashboard');
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'change-password dialog',
    open: async (page, sid) => {
      await openAs(page, sid, '/dashboard');
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

for (let part = 0; part < PARTS; part += 1) {
  test(`axe finds nothing, wide and narrow, light and dark: pages of the shell, ${part + 1} of ${PARTS}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    test.slow();
    await setLanguage(context, 'en');
    const pages = await pagesOfTheShell(administratorSid);
    // Fewer would mean that the menu was not read.
    expect(pages.length).toBeGreaterThan(30);
    await openAs(page, administratorSid, '/dashboard');
    for (const reach of [...pages, ...VARIANTS].filter((_, index) => index % PARTS === part)) {
      const address = typeof reach === 'string' ? reach : await reach();
      // A page about one thing needs an address above.
      expect(address).not.toContain('/:');
      await visit(page, address);
      await expectAccessible(page, address);
    }
  });
}

test('a message on the screen brings no landmark of its own', async ({ page, context }) => {
  await setLanguage(context, 'en');
  await page.goto('/login');
  await page.getByLabel('Username').fill('nobody-at-all');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

for (const { name, open } of PAGES) {
  test(`axe finds nothing, wide and narrow, light and dark: ${name}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    await setLanguage(context, 'en');
    await open(page, administratorSid);
    await expectAccessible(page, name);
  });
}
