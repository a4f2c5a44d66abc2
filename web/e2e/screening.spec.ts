import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../src/config/constants';
import { adjustBalance, CUSTOMER, type Made, makeAccount } from './support/api';
import { accessibilityViolations } from './support/axe';
import { logInAs, expect, setLanguage, waitUntilLoaded, test, visit } from './support/test';
import { workbook } from './support/xlsx';

/** Reading a list and running the simulated providers takes time. */
const WORK = { timeout: 90_000 };

/** If set to a folder, a screenshot of every step is saved there. */
const PICTURES = process.env.STEP_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

async function customer(points: number): Promise<Made> {
  const made = await makeAccount(CUSTOMER);
  if (points > 0) {
    await adjustBalance(made.uid, points * 10_000, `e2e-${made.uid}-screening`, 'journey');
  }
  return made;
}

function mobiles(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `1380013${String(8000 + index)}`);
}

test('a workbook becomes a task, and its active numbers a file', async ({ page, context }) => {
  await setLanguage(context, 'zh');
  const { username, password } = await customer(100);
  await logInAs(page, username, password, '/messaging/whatsapp');
  await expect(page.getByRole('heading', { name: 'WhatsApp', level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  await picture(page, 'zh-1440-project');
  await page.getByRole('link', { name: '新建任务' }).first().click();

  await expect(page.getByText('把文件拖到这里')).toBeVisible();
  await picture(page, 'zh-1440-source');
  const numbers = mobiles(60);
  const rows = [
    ['姓名', '手机号码', '城市'],
    ...numbers.map((number, index) => [`客户${index}`, number, '上海']),
    ['重复', numbers[0] ?? '', '北京'],
    ['错误', '12345', '北京'],
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: '客户.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(rows),
  });

  // The guess is sure, so the list is read at once. How it was read can be changed.
  const figures = page.getByLabel('名单概况');
  await expect(figures).toContainText('60', WORK);
  await expect(page.getByText('号码列：手机号码 · 国家：中国')).toBeVisible();
  await page.getByRole('button', { name: '更改读取方式' }).click();
  const preview = page.getByRole('group', { name: '文件的前几行' });
  await expect(preview.getByRole('columnheader', { name: /手机号码/ }).getByRole('radio')).toBeChecked(WORK);
  await expect(page.getByLabel('第一行是标题')).toBeChecked();
  await expect(page.getByRole('combobox', { name: '默认国家' })).toHaveValue('中国 (CN)');
  await preview.getByRole('columnheader', { name: /姓名/ }).getByLabel('随结果导出').uncheck();
  await picture(page, 'zh-1440-map');
  expect(await accessibilityViolations(page)).toEqual([]);
  // A reload returns to the same step with the same choices.
  await page.reload();
  await expect(
    preview.getByRole('columnheader', { name: /姓名/ }).getByLabel('随结果导出'),
  ).not.toBeChecked();
  await page.getByRole('button', { name: '分析名单' }).click();

  await expect(figures).toContainText('60', WORK);
  await expect(figures.locator('div', { hasText: '重复' })).toContainText('1');
  await expect(figures.locator('div', { hasText: '无效' })).toContainText('1');
  await expect(page.getByLabel('按国家').getByRole('listitem')).toContainText('中国');
  await picture(page, 'zh-1440-analyse');
  expect(await accessibilityViolations(page)).toEqual([]);
  const rejected = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载无效行' }).click();
  expect(await readFile(await (await rejected).path(), 'utf8')).toContain('12345');

  // The price is beside the analysis.
  await expect(page.getByText('最多 0.60 点')).toBeVisible();
  const price = page.getByRole('region', { name: '价格' });
  // Another journey changes the retention of the installation.
  await expect(price.locator('div', { hasText: '结果保留期' }).last()).toContainText(/\d+ 天/);
  await page.getByRole('button', { name: '开始试测' }).click();
  const sample = page.getByRole('region', { name: '免费试测' });
  await expect(sample.getByRole('row')).toHaveCount(21, WORK);
  await page.getByRole('button', { name: '继续', exact: true }).click();

  await expect(page.getByText('最多 0.60 点')).toBeVisible();
  await expect(page.getByRole('region', { name: '确认任务' })).toContainText('客户.xlsx');
  await page.getByRole('button', { name: '开始任务' }).click();
  await expect(page.getByText('请说明用途')).toBeVisible();
  await picture(page, 'zh-1440-price');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('任务名称').fill('March customers');
  await page.getByLabel('用途').fill('清理本公司会员的联系方式');
  await page.getByLabel('我确认有权处理这份名单').check();
  await page.getByRole('button', { name: '开始任务' }).click();

  await expect(page).toHaveURL(/\/task\/detail\/\d+$/);
  await expect(page.getByRole('heading', { name: 'March customers' })).toBeVisible();
  await expect(page.getByText('已完成').first()).toBeVisible(WORK);
  await picture(page, 'zh-1440-detail');
  // The tab of the wizard is closed.
  await expect(page.getByRole('navigation').getByText('新建任务')).toHaveCount(0);

  await page.getByRole('button', { name: '筛选：活跃' }).click();
  await page.getByRole('button', { name: '导出' }).click();
  const dialog = page.getByRole('dialog', { name: '导出结果' });
  await expect(dialog.getByLabel(/仅当前筛选/)).toBeChecked();
  const file = page.waitForEvent('download', WORK);
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(61);
  expect(lines.slice(1).every((line) => line.includes('active') && !line.includes('inactive'))).toBe(true);
  expect(lines[0]).toContain('城市');
  expect(lines[0]).not.toContain('姓名');

  // The page counts every row, and its main action returns the uploaded file with the answers added.
  await expect(page.locator('dl > div', { hasText: '提交行数' })).toContainText('62');
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  const whole = page.waitForEvent('download', WORK);
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const download = await whole;
  expect(download.suggestedFilename()).toMatch(/^客户_whatsapp_\d{4}-\d\d-\d\d_\d+\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  // This removes the byte order mark, too.
  const every = text.trim().split('\r\n');
  expect(every).toHaveLength(63);
  expect(every[0]).toMatch(/^手机号码,城市,row,outcome,/);
  expect(every[61]).toMatch(new RegExp(`^${numbers[0]},北京,62,duplicate,,2,\\+86${numbers[0]},CN,mobile,`));
  expect(every[62]).toMatch(/^12345,北京,63,refused,[a-z_]+,/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a waterfall runs the second check only for mobile numbers', async ({ page, context }) => {
    await setLanguage(context, 'en');
    const { username, password } = await customer(100);
    await logInAs(page, username, password, '/agg_task/index');
    await page.getByRole('button', { name: 'Add project' }).click();
    const picker = page.getByRole('dialog', { name: 'Add project' });
    for (const project of ['Number hygiene', 'Telegram']) {
      await picker.getByRole('button', { name: project }).click();
    }
    await picker.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Waterfall').click();
    // A later step checks only the hits of the step before, unless the user wants otherwise.
    await expect(page.getByText('Only if Number hygiene is Valid').first()).toBeVisible();
    await expect(page.getByText(/checks every number at full price/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Change condition: Telegram' }).click();
    const dependsOn = page.getByLabel('Depends on an earlier check');
    await dependsOn.selectOption({ index: 0 });
    await expect(page.getByText('Telegram: checks every number at full price.')).toBeVisible();
    await dependsOn.selectOption({ label: 'Number hygiene' });
    await page.getByRole('combobox', { name: 'Number type' }).click();
    await page.getByRole('option', { name: 'Mobile', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(
      page.getByText('Only if Number hygiene is Valid and the type is Mobile').first(),
    ).toBeVisible();
    await picture(page, 'en-390-waterfall');
    expect(await accessibilityViolations(page)).toEqual([]);
    // The plan is in the URL, so a reload keeps it.
    await page.reload();
    await expect(
      page.getByText('Only if Number hygiene is Valid and the type is Mobile').first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Next: choose a list' }).click();

    await page.getByRole('tab', { name: 'Paste' }).click();
    await page.getByLabel('One number per line').fill('+8613800138000\n+8613800138001\n+861062345678');
    await expect(page.getByText('3 lines')).toBeVisible();
    await picture(page, 'en-390-paste');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByLabel('By type').getByRole('listitem')).toHaveCount(2, WORK);
    const funnel = page.getByRole('list', { name: 'Maximum price per step' });
    await expect(funnel.getByRole('listitem')).toHaveCount(2);
    await picture(page, 'en-390-analyse');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByLabel('Purpose').fill('Our own members');
    await page.getByLabel('I confirm that I may lawfully process this list').check();
    await picture(page, 'en-390-price');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start task' }).click();
    await expect(page).toHaveURL(/\/task\/detail\/\d+$/);
    await expect(page.getByText('Completed').first()).toBeVisible(WORK);
    await expect(page.getByText('Skipped', { exact: true }).first()).toBeVisible();
    await picture(page, 'en-390-detail');
  });
});

test('missing points lead to the top-up, and no input is lost', async ({ page, context }) => {
  await setLanguage(context, 'en');
  const { username, password } = await customer(0);
  await logInAs(page, username, password, '/task/new?project=telegram');
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByLabel('One number per line').fill(mobiles(50).join('\n'));
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  // The price step says what is missing, and the details can be entered all the same.
  await expect(page.getByRole('alert').getByText('You need 0.50 more points')).toBeVisible(WORK);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByLabel('Purpose').fill('Our own members');
  await expect(page.getByRole('alert').getByText('You need 0.50 more points')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start task' })).toBeDisabled();
  await picture(page, 'en-1440-missing');
  await page.getByRole('alert').getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'USDT top-up' });
  // The dialog opens with what is missing, at least the minimum of an order.
  await expect(dialog.getByLabel('Amount')).toHaveValue('1.00');
  await expect(dialog.getByText('1 USDT = 100.00 points')).toBeVisible();
  await expect(dialog.getByTestId('bought')).toHaveText('At least 100.00');
  await dialog.getByRole('button', { name: 'Create order' }).click();
  await dialog.getByRole('button', { name: 'Pay with the simulator' }).click();
  await expect(dialog.getByRole('heading', { name: 'Top-up complete' })).toBeVisible(WORK);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await expect(page.getByRole('alert').getByText(/^You need .* more points$/)).toHaveCount(0);
  await expect(page.getByLabel('Purpose')).toHaveValue('Our own members');
  await page.getByLabel('I confirm that I may lawfully process this list').check();
  await page.getByRole('button', { name: 'Start task' }).click();
  await expect(page).toHaveURL(/\/task\/detail\/\d+$/);
});

test('lists are imported, applied, saved and reused', async ({ page, context }) => {
  await setLanguage(context, 'en');
  const { username, password } = await customer(10);
  await logInAs(page, username, password, '/list/list');
  await expect(page.getByText('No suppression lists yet')).toBeVisible();
  await page.getByRole('button', { name: 'Import suppression list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import suppression list' });
  await dialog.getByLabel('Name').fill('Do not call');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'stop.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('+8613800138000\n'),
  });
  await expect(dialog.getByRole('radio')).toBeChecked();
  await picture(page, 'en-1440-import');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByRole('row', { name: /Do not call/ })).toContainText('Ready', WORK);

  await page.getByRole('button', { name: 'Actions for Do not call' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Never call');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row', { name: /Never call/ })).toBeVisible();

  await page.goto('/task/new?project=hygiene');
  const file = {
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('phone\n+8613800138000\n+8613800138001\n+8613800138002\n'),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  const figures = page.getByLabel('List summary');
  await expect(figures.locator('div', { hasText: 'Suppressed' })).toContainText('1', WORK);
  await expect(figures.locator('div', { hasText: 'Unique numbers' })).toContainText('2');
  await page.getByRole('button', { name: 'Save list' }).click();
  await expect(page.getByText('"members.csv" saved')).toBeVisible();

  // Uploading the same file again offers the existing list.
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'List' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('You already uploaded this file')).toBeVisible(WORK);
  await picture(page, 'en-1440-same');
  await page.getByRole('button', { name: 'Use the existing list' }).click();
  await expect(figures).toBeVisible();

  await page.goto('/list/list?kind=saved');
  await page.getByRole('button', { name: 'Actions for members.csv' }).click();
  await page.getByRole('menuitem', { name: 'Use in a task' }).click();
  await page.getByRole('button', { name: /^Carrier lookup/ }).click();
  await expect(page.getByRole('heading', { name: 'New task: Carrier lookup' })).toBeVisible();
  await expect(figures).toBeVisible();

  await page.goto('/list/list?kind=saved');
  await page.getByRole('button', { name: 'Actions for members.csv' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No saved lists yet')).toBeVisible();
});

for (const language of LANGUAGES) {
  test(`no screening page is wider than a phone: ${language}`, async ({ page, context }) => {
    await setLanguage(context, language);
    await page.setViewportSize({ width: 390, height: 844 });
    const { username, password } = await customer(0);
    await logInAs(page, username, password);
    for (const address of [
      '/messaging/whatsapp',
      '/task/new',
      '/task/new?project=whatsapp',
      '/agg_task/index?project=hygiene&project=telegram*0.valid*mobile*CN&mode=waterfall',
      '/list/list',
    ]) {
      await visit(page, address);
      await waitUntilLoaded(page);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), address)
        .toBeLessThanOrEqual(390);
      expect(await accessibilityViolations(page), address).toEqual([]);
    }
  });
}

test('an upload that finishes in the background stays in its tab', async ({ page }) => {
  await setLanguage(page.context(), 'en');
  const { username, password } = await customer(1);
  await logInAs(page, username, password, '/task/new?project=hygiene');
  let letThrough: (() => Promise<void>) | undefined;
  await page.route('**/api/upload/append?*', (route) => {
    letThrough = () => route.continue();
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('phone\n+8613800138000\n'),
  });
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();
  await expect.poll(() => letThrough).toBeDefined();
  await visit(page, '/dashboard');
  await letThrough?.();
  await expect(page.getByText('members.csv is uploaded')).toBeVisible(WORK);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goBack();
  // It was read meanwhile.
  await expect(page.getByRole('heading', { name: 'Analysis of members.csv' })).toBeVisible();
  await expect(page.getByLabel('List summary')).toContainText('1', WORK);
});

test('an upload survives a lost connection and a reload', async ({ page }) => {
  await setLanguage(page.context(), 'en');
  const { username, password } = await customer(1);
  await logInAs(page, username, password, '/task/new?project=hygiene');
  const rows = Array.from({ length: 1_200_000 }, (_, row) => `+86138${String(row % 1000).padStart(8, '0')}`);
  const content = `phone\n${rows.join('\n')}\n`;
  const folder = await mkdtemp(path.join(tmpdir(), 'upload-'));
  const file = path.join(folder, 'large.csv');
  await writeFile(file, content);
  const parts: number[] = [];
  let fail = true;
  await page.route('**/api/upload/append?*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    parts.push(offset);
    if (offset > 0 && fail) await route.abort('connectionreset');
    else await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(file);
  // The second part is lost, again and again.
  await expect(page.getByText('The connection is lost.', { exact: false })).toBeVisible(WORK);
  await page.reload();
  await expect(page.getByText(/^The upload of large.csv stopped at/)).toBeVisible(WORK);
  await expect(
    page.getByText('Choose the same file again, and the upload goes on from there.'),
  ).toBeVisible();

  parts.length = 0;
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('The connection is lost.', { exact: false })).toBeVisible(WORK);
  fail = false;
  await expect(page.getByRole('heading', { name: 'Analysis of large.csv' })).toBeVisible(WORK);
  expect(Math.min(...parts), 'the first part is not sent again').toBeGreaterThan(0);
  await expect(page.getByLabel('List summary')).toContainText('1,000', WORK);
  await rm(folder, { recursive: true });
});

test('the layout is asked about only if it is not sure, and every step moves the focus', async ({ page }) => {
  await setLanguage(page.context(), 'en');
  const { username, password } = await customer(1);
  await logInAs(page, username, password, '/task/new?project=hygiene');
  const lines = Array.from({ length: 30 }, (_, row) => `+4474001234${10 + row},+4474005678${10 + row}`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`a,b\n${lines.join('\n')}\n`),
  });
  const question = page.getByRole('group', { name: 'How is the text divided?' });
  await expect(question).toBeVisible(WORK);
  await expect(page.getByRole('heading', { name: 'File: two.csv' })).toBeFocused();
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.locator('[aria-current="step"]')).toHaveText(/List$/);
  await expect(page.getByRole('button', { name: 'Analyse list' })).toBeDisabled();
  await question.getByRole('button', { name: 'Every number separately' }).click();
  await page.getByRole('button', { name: 'Analyse list' }).click();

  const heading = page.getByRole('heading', { name: 'Analysis of two.csv' });
  await expect(heading).toBeFocused();
  await expect(page.getByText(/^Every number separately/)).toBeVisible();
  await expect(page.getByLabel('List summary')).toContainText('60', WORK);
  // The heading keeps the focus when the list has been read.
  await expect(heading).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  const review = page.getByRole('heading', { name: 'Review', exact: true });
  await expect(review).toBeFocused();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading).toBeFocused();

  // The same while the quote loads.
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/task/quote', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: /Review and start/ }).click();
  await expect(review).toBeFocused();
  answer();
  await expect(page.getByText('Maximum price', { exact: true })).toBeVisible();
  await expect(review).toBeFocused();
});
