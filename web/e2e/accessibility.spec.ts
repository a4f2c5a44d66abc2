import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { entry, mockMenu } from './support/mock-calls';
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

/** Pages of the shell, visited in one window. */
const INSIDE = [
  '/dashboard',
  '/user/list',
  '/user/list?search=nobody-at-all',
  '/role/list',
  '/invite/list',
  '/notify/manage',
  '/audit/list',
  '/setting/edit',
  '/system/health',
  '/user_info/notify',
  '/user_info/invite',
  '/user_info/security',
  '/recharge/list',
  '/recharge/getWallet',
  '/recharge/deposits',
  '/finance/list',
  '/finance/credit',
  '/finance/income',
  '/gen_number/index',
  '/gen_number/follow_up',
  '/checks',
  '/messaging/whatsapp',
  '/task/new?project=whatsapp',
  '/task/list',
  '/lookup/create?numbers=%2B12015550100',
  '/lookup/list',
  '/agg_task/index',
  '/list/list',
  '/project/list',
  '/channel/list',
  '/roles',
];
const AT_A_TIME = 7;

/** Pages that need more than a path, or have no shell. */
const PAGES: readonly { name: string; open: Open }[] = [
  { name: '/login', open: (page) => page.goto('/login') },
  { name: '/register', open: (page) => page.goto('/register') },
  { name: 'correction', open: dialogAt('/finance/list', 'Adjust balance') },
  { name: 'wallet form', open: dialogAt('/recharge/getWallet', 'Add wallet') },
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

for (let from = 0; from < INSIDE.length; from += AT_A_TIME) {
  const addresses = INSIDE.slice(from, from + AT_A_TIME);
  test(`axe finds nothing serious, wide and narrow, light and dark: from ${addresses[0]} to ${addresses.at(-1)}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    test.slow();
    await setLanguage(context, 'en');
    await openAs(page, administratorSid, '/dashboard');
    for (const address of addresses) {
      await visit(page, address);
      await expectAccessible(page, address);
    }
  });
}

for (const { name, open } of PAGES) {
  test(`axe finds nothing serious, wide and narrow, light and dark: ${name}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    await setLanguage(context, 'en');
    await open(page, administratorSid);
    await expectAccessible(page, name);
  });
}
