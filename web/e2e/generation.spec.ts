import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/axe';
import { customerWithPoints, savedList } from './support/tasks';
import { logInAsNewCustomer, expect, openAs, setLanguage, waitUntilLoaded, test } from './support/test';

/** Reading a list takes time. */
const WORK = { timeout: 90_000 };

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The lines of a run's file, downloaded from the menu in its row. */
async function linesOf(page: Page, row: RegExp, menu: string, file: RegExp): Promise<string[]> {
  const loading = page.waitForEvent('download');
  await page.getByRole('row', { name: row }).getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: file }).click();
  const path = await (await loading).path();
  return (await readFile(path, 'utf8')).trim().split('\n');
}

test('country numbers: exact figures, matching preview, no duplicates', async ({ page, context }) => {
  await setLanguage(context, 'en');
  await logInAsNewCustomer(page, '/gen_number/index');
  await expect(page.getByRole('heading', { level: 1, name: 'Country numbers' })).toBeVisible();

  // If the plan does not distinguish types, a hint is shown and mobile cannot be selected.
  await page.getByRole('combobox', { name: 'Country' }).fill('United States');
  await page.getByRole('option', { name: 'United States +1' }).click();
  await expect(page.getByText('does not distinguish mobile from fixed lines')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: /^Mobile \(/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Country' }).fill('China');
  await page.getByRole('option', { name: 'China +86' }).click();
  await choose(page, 'Type', /^Mobile \(/);
  await expect(page.getByTestId('space-size')).toHaveText('5,216,000,000');
  await page.getByLabel('Prefix').fill('13x');
  await expect(page.getByText('A prefix may contain only digits')).toBeVisible();
  await page.getByLabel('Prefix').fill('1381234');
  await expect(page.getByTestId('space-size')).toHaveText('10,000');
  await choose(page, 'Carrier', /^China Mobile/);
  await expect(page.getByTestId('space-left')).toHaveText('10,000');

  await page.getByLabel('Count', { exact: true }).fill('10001');
  await expect(page.getByText('Only 10,000 numbers are available')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeDisabled();
  await page.getByLabel('Count', { exact: true }).fill('6000');
  const preview = page.getByRole('list', { name: 'Preview' });
  const shown = preview.getByRole('listitem');
  await expect(shown).toHaveCount(20);
  // The preview had twenty numbers before, too: wait for the current ones.
  await expect(preview).toHaveAttribute('aria-busy', 'false');
  const first = await shown.first().locator('span').first().textContent();
  await page.getByRole('button', { name: 'Generate 6,000 numbers' }).click();
  await expect(page.getByText(/Run \d+ is ready: 6,000 numbers/)).toBeVisible();
  await expect(page.getByTestId('space-used')).toHaveText('6,000');
  await expect(page.getByTestId('space-left')).toHaveText('4,000');
  const before = await linesOf(page, /6,000/, 'Download', /^TXT/);
  expect(before[0]).toBe(first);

  // Wider and narrower selections both count the used numbers.
  await page.getByLabel('Prefix').fill('138123');
  await expect(page.getByTestId('space-size')).toHaveText('100,000');
  await expect(page.getByTestId('space-used')).toHaveText('6,000');
  await page.getByLabel('Prefix').fill('1381234');
  await expect(page.getByTestId('space-left')).toHaveText('4,000');
  await page.getByRole('button', { name: 'Max' }).click();
  await page.getByRole('button', { name: 'Generate 4,000 numbers' }).click();
  await expect(page.getByTestId('space-left')).toHaveText('0');
  const after = await linesOf(page, /4,000/, 'Download', /^TXT/);
  expect(new Set([...before, ...after]).size).toBe(10_000);

  await page
    .getByRole('row', { name: /4,000/ })
    .getByRole('button', { name: /^More actions for run/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: /4,000/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /6,000/ })).toHaveCount(1);
});

test('自定义号码：规则用文字说明，分段生成，接着上次继续（390 像素）', async ({ page, context }) => {
  await setLanguage(context, 'zh');
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsNewCustomer(page, '/gen_number/follow_up');
  await expect(page.getByRole('heading', { level: 1, name: '自定义号码生成' })).toBeVisible();
  const first = page.getByRole('group', { name: '第 1 段' });
  await expect(first).toContainText('国际区号 86 → 138 → 任意 4 位 → 88 → 任意 1 位 → 8');
  await expect(first).toContainText('共 100,000 个，已用 0 个，剩余 100,000 个');
  await expect(first.locator('code').first()).toHaveText(/^\+86138\d{4}88\d8$/);

  await first.getByLabel('规则').fill('+86 138 0000 [0-4]?{');
  await expect(first).toContainText('重复的写法如 {4}');
  await first.getByLabel('规则').fill('+86 138 0000 [0-4]?{3}');
  await expect(first).toContainText('0-4 中的 1 位 → 任意 3 位');
  await first.getByLabel('数量').fill('30');
  await page.getByRole('button', { name: '添加一段' }).click();
  const second = page.getByRole('group', { name: '第 2 段' });
  await second.getByLabel('规则').fill('+86 138 0000 ????');
  await second.getByLabel('数量').fill('20');
  await expect(second).toContainText('共 10,000 个');
  await page.getByRole('radiogroup', { name: '取号方式' }).getByText('从小到大').click();
  await page.getByRole('button', { name: '生成 50 个号码' }).click();
  await expect(page.getByText(/第 \d+ 批已就绪：50 个号码/)).toBeVisible();
  const numbers = await linesOf(page, /\+86 138 0000/, '下载', /^TXT/);
  // The second segment skips the numbers that the first one has used.
  expect(numbers.slice(0, 2)).toEqual(['+8613800000000', '+8613800000001']);
  expect(numbers.slice(30, 31)).toEqual(['+8613800000030']);

  await page
    .getByRole('row', { name: /\+86 138 0000/ })
    .getByRole('button', { name: '继续' })
    .click();
  await expect(page.getByRole('list', { name: '预览' }).getByRole('listitem').first()).toContainText(
    '+8613800000050',
  );
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a list is excluded, and generated numbers become a list and a task', async ({ page, context }) => {
  await setLanguage(context, 'en');
  const { sid } = await customerWithPoints(100);
  const mine = Array.from({ length: 100 }, (_, index) => `+86138000010${String(index).padStart(2, '0')}`);
  await savedList(sid, 'Ours', mine);
  await openAs(page, sid, '/gen_number/follow_up');
  const first = page.getByRole('group', { name: 'Segment 1' });
  await first.getByLabel('Pattern').fill('+86 138 0000 1[01]??');
  await expect(first).toContainText('200 numbers, 0 used, 200 remaining');
  await choose(page, 'Exclude a list', /^Ours \(100\)/);
  await expect(first).toContainText('200 numbers, 0 used, 100 on the list, 100 remaining');
  await first.getByLabel('Count').fill('101');
  await expect(first).toContainText('Only 100 numbers are available');
  await first.getByLabel('Count').fill('60');
  await page.getByRole('button', { name: 'Generate 60 numbers' }).click();
  await expect(page.getByText(/Run \d+ is ready: 60 numbers/)).toBeVisible();
  await expect(first).toContainText('200 numbers, 60 used, 100 on the list, 40 remaining');
  const numbers = await linesOf(page, /excluding a list/, 'Download', /^TXT/);
  expect(numbers).toHaveLength(60);
  expect(numbers.filter((number) => mine.includes(number))).toEqual([]);

  const row = page.getByRole('row', { name: /excluding a list/ });
  await row.getByRole('button', { name: /^More actions for run/ }).click();
  await page.getByRole('menuitem', { name: 'Save as list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as list' });
  await dialog.getByLabel('Name').fill('Made up');
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await row.getByRole('button', { name: /^More actions for run/ }).click();
  await page.getByRole('menuitem', { name: 'Check these numbers' }).click();
  await expect(page.getByText('They are not sent to providers')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Number hygiene/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^WhatsApp/ })).toHaveCount(0);
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Number hygiene/ }).click();
  const figures = page.getByLabel('List summary');
  await expect(figures.locator('div', { hasText: 'Unique numbers' })).toContainText('60', WORK);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Purpose').fill('Trying the generator');
  await page.getByLabel('I confirm that I may lawfully process this list').check();
  await page.getByRole('button', { name: 'Start task' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(WORK);

  await page.goto('/list/list?kind=saved');
  await expect(page.getByRole('row', { name: /Made up/ })).toContainText('60', WORK);
  await page.getByRole('button', { name: 'Actions for Made up' }).click();
  await page.getByRole('menuitem', { name: 'Use in a task' }).click();
  await expect(page.getByRole('button', { name: /^Number hygiene/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^WhatsApp/ })).toHaveCount(0);
});

test('patterns by keyboard, in English', async ({ page, context }) => {
  await setLanguage(context, 'en');
  await logInAsNewCustomer(page, '/gen_number/follow_up');
  const pattern = page.getByLabel('Pattern', { exact: true });
  await pattern.fill('07700 ?{6}');
  await expect(page.getByText('Choose a country, or start with +')).toBeVisible();
  await page.getByRole('combobox', { name: 'Default country' }).focus();
  await page.keyboard.type('United Kingdom');
  await expect(page.getByRole('option', { name: /^United Kingdom/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pattern.fill('7700 ?{6}');
  await expect(page.getByRole('group', { name: 'Segment 1' })).toContainText('7700, then any 6 digits');
  await page.getByRole('button', { name: '+44 7700 ?{6}' }).press('Enter');
  await expect(pattern).toHaveValue('+44 7700 ?{6}');
  await expect(page.getByRole('group', { name: 'Segment 1' })).toContainText('calling code 44');
});
