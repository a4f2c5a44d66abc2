/**
 * The main journeys with the keyboard only: everything is reachable, the focus is visible, dialogs return the
 * focus.
 */
import type { Locator, Page } from '@playwright/test';
import { customerWithPoints } from './support/tasks';
import { logInAsAdministrator, expect, openAs, waitUntilLoaded, test } from './support/test';

/** Reading a list and running the simulated providers takes time. */
const WORK = { timeout: 90_000 };

/** More tab stops than any page has before the target. */
const MAX_STOPS = 90;

/** If set to a folder, screenshots of focused elements are saved there. */
const PICTURES = process.env.STEP_PICTURES;

/** Presses Tab until the target is focused. Every stop on the way must have a visible focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible(WORK);
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    expect(await invisibleFocus(page)).toBeNull();
  }
  throw new Error('not reached by keyboard');
}

/** Returns the focused element if its focus is not visible. Text fields show it with border and caret. */
async function invisibleFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    // After the last stop the browser's own UI has the focus.
    if (!element || element === document.body) return null;
    const shows = (of: Element | null): boolean => {
      const style = of && getComputedStyle(of);
      return Boolean(style) && style?.outlineStyle !== 'none' && style?.outlineWidth !== '0px';
    };
    const isField = element.matches('input:not([type="radio"]):not([type="checkbox"]), textarea, select');
    // Segments and switches show the focus on the label of their hidden input.
    const label = element.nextElementSibling;
    return isField || shows(element) || shows(label) ? null : element.outerHTML.slice(0, 200);
  });
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  if (PICTURES) {
    const name = ((await target.textContent()) || 'field').replaceAll(/\W+/g, '-').slice(0, 30);
    await page.screenshot({ path: `${PICTURES}/${name}.png` });
  }
  await page.keyboard.press(key);
}

/** Waits until an opened element has the focus. Keys pressed before that go elsewhere. */
async function expectFocusIn(opened: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await expect(opened.locator(':focus')).toHaveCount(1);
}

/** After a step of the wizard the focus is on the heading of the next one. */
async function expectHeadingFocused(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.locator('h2:focus')).toHaveText(name, WORK);
}

test('from login to the downloaded results of a task', async ({ page }) => {
  const { username, password } = await customerWithPoints(100);
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await waitUntilLoaded(page);

  await press(page, page.getByRole('link', { name: 'Skip to content' }));
  await press(page, page.getByRole('main').getByRole('link', { name: 'New task' }));
  await expect(page.getByRole('heading', { name: 'New task', level: 1 })).toBeVisible();
  await press(page, page.getByRole('main').getByRole('button', { name: /^WhatsApp/ }));
  await tabTo(page, page.getByRole('tab', { name: 'File' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByLabel('One number per line'));
  await page.keyboard.type('+8613800138000\n+8613800138001');
  await press(page, page.getByRole('button', { name: 'Next', exact: true }));
  await expectHeadingFocused(page, /^Analysis of /);
  await press(page, page.getByRole('button', { name: 'Continue' }));
  await expectHeadingFocused(page, 'Review');
  await tabTo(page, page.getByLabel('Purpose'));
  await page.keyboard.type('Our own members');
  await press(page, page.getByLabel('I confirm that I may lawfully process this list'), 'Space');
  await press(page, page.getByRole('button', { name: 'Start task' }));
  await expect(page).toHaveURL(/\/task\/detail\/\d+$/);
  await expect(page.getByText('Completed').first()).toBeVisible(WORK);
  // Screen readers are told.
  await expect(page.getByRole('status').filter({ hasText: /Completed/ })).toHaveCount(1);

  const filter = page.getByRole('button', { name: /^Filter by Mobile/ });
  await press(page, filter);
  await expect(page).toHaveURL(/kind=mobile/);
  await press(page, page.getByRole('button', { name: 'Export' }));
  const dialog = page.getByRole('dialog', { name: 'Export results' });
  await expectFocusIn(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expectFocusIn(dialog);
  const file = page.waitForEvent('download', WORK);
  await press(page, dialog.getByRole('button', { name: 'Start export' }));
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
});

test('dialogs and menus close with Escape and return the focus', async ({ page }) => {
  const { sid } = await customerWithPoints(1);
  await openAs(page, sid, '/dashboard');
  await waitUntilLoaded(page);
  const opener = page.getByRole('banner').getByRole('button', { name: 'USDT top-up' });
  await press(page, opener);
  const topUp = page.getByRole('dialog', { name: 'USDT top-up' });
  await expect(topUp.getByLabel('Amount')).toBeFocused();
  // The focus stays inside while it is open.
  for (let stop = 0; stop < 6; stop += 1) await page.keyboard.press('Tab');
  await expect(topUp.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(topUp).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('user list: filters, columns, row actions', async ({ page }) => {
  const { username } = await logInAsAdministrator(page, '/user/list');
  await waitUntilLoaded(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Username or UID' }));
  await page.keyboard.type(username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);

  const columns = page.getByRole('button', { name: 'Columns' });
  await press(page, columns);
  await expectFocusIn(page.getByRole('dialog', { name: 'Columns' }));
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();

  const actions = page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /^Actions for/ });
  await press(page, actions);
  await expectFocusIn(page.getByRole('menu'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(actions).toBeFocused();
});

test('what has the focus is not behind the bar of a long form', async ({ page, administratorSid }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openAs(page, administratorSid, '/setting/edit');
  await waitUntilLoaded(page);
  const bar = page.locator('[data-bottom-bar]');
  await page.getByRole('textbox', { name: /^Product title/ }).focus();
  for (let field = 0; field < 12; field += 1) {
    await page.keyboard.press('Tab');
    const hidden = await bar.evaluate((element) => {
      const focused = document.activeElement;
      if (!focused || element.contains(focused)) return false;
      return focused.getBoundingClientRect().bottom > element.getBoundingClientRect().top;
    });
    expect(hidden, `field ${field}`).toBe(false);
  }
});
