import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  callApi,
  DEMO,
  enterAsNew,
  expect,
  loginToken,
  serverUrl,
  setLanguage,
  settled,
  test,
} from './support/test';

// One account may have one session: all of these share it.
test.describe.configure({ mode: 'default' });

let sid = '';

async function asAdmin(page: Page, address: string): Promise<void> {
  if (!sid || (await callApi('user/info', {}, sid)).code !== 0)
    sid = await loginToken('admin', DEMO.password);
  await page.context().addCookies([{ name: 'Admin-Token', value: sid, url: serverUrl() }]);
  await page.goto(address);
}

async function openDialog(page: Page, address: string, button: string): Promise<void> {
  await asAdmin(page, address);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const PAGES: readonly { name: string; open: (page: Page) => Promise<unknown> }[] = [
  { name: '/login', open: (page) => page.goto('/login') },
  { name: '/register', open: (page) => page.goto('/register') },
  { name: '/dashboard', open: (page) => asAdmin(page, '/dashboard') },
  { name: '/user/list', open: (page) => asAdmin(page, '/user/list') },
  { name: '/user/list, nothing found', open: (page) => asAdmin(page, '/user/list?search=nobody-at-all') },
  { name: '/role/list', open: (page) => asAdmin(page, '/role/list') },
  { name: '/invite/list', open: (page) => asAdmin(page, '/invite/list') },
  { name: '/notify/manage', open: (page) => asAdmin(page, '/notify/manage') },
  { name: '/audit/list', open: (page) => asAdmin(page, '/audit/list') },
  { name: '/setting/edit', open: (page) => asAdmin(page, '/setting/edit') },
  { name: '/user_info/notify', open: (page) => asAdmin(page, '/user_info/notify') },
  { name: '/user_info/invite', open: (page) => asAdmin(page, '/user_info/invite') },
  { name: '/user_info/security', open: (page) => asAdmin(page, '/user_info/security') },
  { name: '/recharge/list', open: (page) => asAdmin(page, '/recharge/list') },
  { name: '/recharge/getWallet', open: (page) => asAdmin(page, '/recharge/getWallet') },
  { name: '/recharge/deposits', open: (page) => asAdmin(page, '/recharge/deposits') },
  { name: '/finance/list', open: (page) => asAdmin(page, '/finance/list') },
  { name: '/finance/credit', open: (page) => asAdmin(page, '/finance/credit') },
  { name: '/finance/income', open: (page) => asAdmin(page, '/finance/income') },
  { name: 'correction', open: (page) => openDialog(page, '/finance/list', 'Adjust balance') },
  { name: 'wallet form', open: (page) => openDialog(page, '/recharge/getWallet', 'Add wallet') },
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
  { name: 'user details', open: (page) => openDialog(page, '/user/list', 'operator') },
  { name: 'user form', open: (page) => openDialog(page, '/user/list', 'New user') },
  { name: 'role form', open: (page) => openDialog(page, '/role/list', 'Operator') },
  { name: 'invite form', open: (page) => openDialog(page, '/invite/list', 'New invite code') },
  { name: 'composer', open: (page) => openDialog(page, '/notify/manage', 'New notification') },
  { name: '/roles', open: (page) => asAdmin(page, '/roles') },
  { name: 'a page of a newer version', open: (page) => asAdmin(page, '/myinfo/api') },
  { name: '/404', open: (page) => asAdmin(page, '/404') },
  { name: '/401', open: (page) => asAdmin(page, '/401') },
  {
    name: 'command palette',
    open: async (page) => {
      await asAdmin(page, '/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'settings drawer',
    open: async (page) => {
      await asAdmin(page, '/dashboard');
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'change-password dialog',
    open: async (page) => {
      await asAdmin(page, '/dashboard');
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('menuitem', { name: 'Change password' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

const DEVICES = [
  { device: 'desktop', width: 1440 },
  { device: 'mobile', width: 390 },
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { device, width } of DEVICES) {
  test.describe(device, () => {
    test.use({ viewport: { width, height: 844 } });
    for (const { name, open } of PAGES) {
      test(`axe finds nothing serious, light and dark: ${name}`, async ({ page, context }) => {
        await setLanguage(context, 'en');
        await open(page);
        await settled(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
          const { violations } = await new AxeBuilder({ page }).analyze();
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
          expect(told, colorScheme).toEqual([]);
        }
      });
    }
  });
}
