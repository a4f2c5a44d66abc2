import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { entry, pretendMenu } from './support/pretend';
import { enterAsNew, expect, openAs, setLanguage, test } from './support/test';

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

const PAGES: readonly { name: string; open: Open }[] = [
  { name: '/login', open: (page) => page.goto('/login') },
  { name: '/register', open: (page) => page.goto('/register') },
  { name: '/dashboard', open: at('/dashboard') },
  { name: '/user/list', open: at('/user/list') },
  { name: '/user/list, nothing found', open: at('/user/list?search=nobody-at-all') },
  { name: '/role/list', open: at('/role/list') },
  { name: '/invite/list', open: at('/invite/list') },
  { name: '/notify/manage', open: at('/notify/manage') },
  { name: '/audit/list', open: at('/audit/list') },
  { name: '/setting/edit', open: at('/setting/edit') },
  { name: '/user_info/notify', open: at('/user_info/notify') },
  { name: '/user_info/invite', open: at('/user_info/invite') },
  { name: '/user_info/security', open: at('/user_info/security') },
  { name: '/recharge/list', open: at('/recharge/list') },
  { name: '/recharge/getWallet', open: at('/recharge/getWallet') },
  { name: '/recharge/deposits', open: at('/recharge/deposits') },
  { name: '/finance/list', open: at('/finance/list') },
  { name: '/finance/credit', open: at('/finance/credit') },
  { name: '/finance/income', open: at('/finance/income') },
  { name: '/gen_number/index', open: at('/gen_number/index') },
  { name: '/gen_number/follow_up', open: at('/gen_number/follow_up') },
  { name: '/messaging/whatsapp', open: at('/messaging/whatsapp') },
  { name: '/task/new', open: at('/task/new?project=whatsapp') },
  { name: '/task/list', open: at('/task/list') },
  { name: '/agg_task/index', open: at('/agg_task/index') },
  { name: '/list/list', open: at('/list/list') },
  { name: '/project/list', open: at('/project/list') },
  { name: '/channel/list', open: at('/channel/list') },
  { name: 'correction', open: dialogAt('/finance/list', 'Adjust balance') },
  { name: 'wallet form', open: dialogAt('/recharge/getWallet', 'Add wallet') },
  {
    name: 'top-up dialog with an order',
    open: async (page) => {
      await enterAsNew(page);
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
  { name: '/roles', open: at('/roles') },
  {
    name: 'a page of a newer version',
    open: async (page, sid) => {
      await pretendMenu(page, [entry({ module: 'newer' })]);
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

for (const { name, open } of PAGES) {
  test(`axe finds nothing serious, wide and narrow, light and dark: ${name}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    await setLanguage(context, 'en');
    await open(page, administratorSid);
    await expectAccessible(page);
  });
}
