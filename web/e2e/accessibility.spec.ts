import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { callApi, DEMO, expect, loginToken, serverUrl, setLanguage, test } from './support/test';

// One account may have one session: all of these share it.
test.describe.configure({ mode: 'default' });

let sid = '';

async function asAdmin(page: Page, address: string): Promise<void> {
  if (!sid || (await callApi('user/info', {}, sid)).code !== 0)
    sid = await loginToken('admin', DEMO.password);
  await page.context().addCookies([{ name: 'Admin-Token', value: sid, url: serverUrl() }]);
  await page.goto(address);
}

const PAGES: readonly { name: string; open: (page: Page) => Promise<unknown> }[] = [
  { name: '/login', open: (page) => page.goto('/login') },
  { name: '/register', open: (page) => page.goto('/register') },
  { name: '/dashboard', open: (page) => asAdmin(page, '/dashboard') },
  { name: '/user/list', open: (page) => asAdmin(page, '/user/list') },
  { name: '/user/list, nothing found', open: (page) => asAdmin(page, '/user/list?search=nobody-at-all') },
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
        await page.waitForLoadState('networkidle');
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
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
