import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/axe';
import {
  customerWithPoints,
  halfKnownProject,
  resultsWith,
  slowProject,
  startPlan,
  startTask,
} from './support/tasks';
import { expect, openAs, setLanguage, waitUntilLoaded, test } from './support/test';

/** The simulated providers and the worker need time. */
const WORK = { timeout: 90_000 };

test.beforeEach(({ context }) => setLanguage(context, 'en'));

async function duplicateTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
}

/** An earlier task may still be open in a hidden tab. */
const completed = (page: Page) => page.getByText('Completed', { exact: true }).filter({ visible: true });

/** From the last step to the started task, with the prefilled wizard. */
async function confirmAndStart(page: Page): Promise<void> {
  await page.getByLabel('I confirm that I may lawfully process this list').check();
  await page.getByRole('button', { name: 'Start task' }).click();
  await expect(page).toHaveURL(/\/task\/detail\/\d+$/);
  await expect(completed(page)).toBeVisible(WORK);
}

test('duplicating a task copies list, name and options, but not the confirmation', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  // A provider that answers with callbacks.
  const id = await startTask(sid, 'facebook', 'Members in March', 40);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(completed(page)).toBeVisible(WORK);
  await duplicateTask(page);

  await expect(page.getByRole('heading', { name: 'New task: Facebook' })).toBeVisible();
  await expect(page.getByText('Selected: numbers.csv')).toBeVisible();
  await expect(page.getByText('40 numbers can be checked')).toBeVisible();
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Review/ })
    .click();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Members in March');
  await expect(page.getByLabel('Purpose')).toHaveValue('journey');
  await expect(page.getByLabel('I confirm that I may lawfully process this list')).not.toBeChecked();
  // Recent answers are reused, so nothing is charged again.
  await confirmAndStart(page);
  await expect(page).not.toHaveURL(new RegExp(`/task/detail/${id}$`));
  await expect(
    page.locator('dl > div', { hasText: 'Charged' }).filter({ visible: true }).first(),
  ).toContainText('0.00');
});

test('an aggregated task is duplicated, and without its list another one is requested', async ({ page }) => {
  const { sid } = await customerWithPoints(100);
  const condition = { step: 0, statuses: ['valid'], kinds: ['mobile'], countries: [] };
  const checks = [
    { project: 'hygiene', condition: null },
    { project: 'telegram', condition },
  ];
  const id = await startPlan(sid, 'waterfall', checks, 'Two steps', 30);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(completed(page)).toBeVisible(WORK);
  await duplicateTask(page);
  await expect(page.getByRole('heading', { name: 'New task: Number hygiene → Telegram' })).toBeVisible();
  await page.getByRole('link', { name: 'Change projects' }).click();
  await expect(
    page.getByText('Only if Number hygiene is Valid and the type is Mobile').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Next: choose a list' }).click();
  await expect(page.getByText('Drop a file here')).toBeVisible();
  await page.getByRole('tab', { name: 'Paste' }).click();
  await page.getByLabel('One number per line').fill('+8613800138000\n+8613800138001');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click(WORK);
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Two steps');
  await confirmAndStart(page);
  await expect(page.getByRole('columnheader', { name: 'Telegram', exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Funnel' }).getByRole('listitem')).toHaveText([
    /Number hygiene.*2 checked, 2 hits/,
    /Telegram.*2 checked/,
  ]);
});

test('navigating before the page has rewritten its URL is not undone', async ({ page }) => {
  const { sid } = await customerWithPoints(1);
  await openAs(page, sid, '/task/new?project=hygiene&project=telegram*0.valid*mobile*&mode=waterfall');
  await expect(page.getByRole('heading', { name: 'New task: Number hygiene → Telegram' })).toBeVisible();
  // Inside the page, because that is faster than any pointer.
  await page.evaluate(async () => {
    const called = (kind: string, text: string) =>
      [...document.querySelectorAll<HTMLElement>(kind)].find(({ textContent }) => textContent === text);
    const aMoment = () => new Promise((done) => setTimeout(done));
    called('a', 'Change projects')?.click();
    while (!called('button', 'Next: choose a list')) await aMoment();
    await aMoment();
    await aMoment();
    called('button', 'Next: choose a list')?.click();
  });
  await expect(page).toHaveURL(/\/task\/new\?/);
  await expect(page.getByText('Drop a file here')).toBeVisible();
});

test('unknown answers show their reason and can be rerun', async ({ page }) => {
  const { sid } = await customerWithPoints(500);
  const project = await halfKnownProject();
  const id = await startTask(sid, project, 'Half known', 200);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(completed(page)).toBeVisible(WORK);
  const count = await resultsWith(sid, id, 'unknown');
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(200);
  await page.getByRole('button', { name: `Filter by Unknown, ${count}`, exact: true }).click();
  const table = page.getByRole('region', { name: 'Results', exact: true });
  await expect(table.getByText('The response is not mapped to a status').first()).toBeVisible();
  await expect(table.getByText('unmapped')).toHaveCount(0);

  await page.getByRole('button', { name: 'Rerun unknown numbers' }).click();
  await expect(page.getByRole('heading', { name: 'New task: Half known' })).toBeVisible();
  const figures = page.getByLabel('List summary');
  await expect(figures.locator('div', { hasText: 'Unique numbers' })).toContainText(String(count), WORK);
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  // A reload in between returns to the same list.
  await page.reload();
  await page.getByRole('button', { name: 'Continue', exact: true }).click(WORK);
  await page.getByLabel('Purpose').fill('Our own members');
  await confirmAndStart(page);
  await expect(table.getByText(`${count} in total`)).toBeVisible();
});

test('several tasks are paused and cancelled together, and the refund is shown first', async ({ page }) => {
  const { sid } = await customerWithPoints(30_000);
  const project = await slowProject();
  await startTask(sid, 'hygiene', 'Clean', 10);
  for (const name of ['First', 'Second']) await startTask(sid, project, name, 12_000);
  await openAs(page, sid, '/task/list');
  await expect(page.getByRole('row', { name: /Clean/ })).toContainText('Completed', WORK);
  for (const name of ['First', 'Second', 'Clean']) {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  }
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Done (2)')).toBeVisible();
  await expect(page.getByRole('row', { name: /First/ })).toContainText('Paused');
  await expect(page.getByRole('row', { name: /Second/ })).toContainText('Paused');
  for (const name of ['First', 'Second']) {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  }
  await page.getByRole('button', { name: 'Cancel task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the selected tasks (2)?' });
  await expect(dialog).toContainText(/about [\d,.]+ points are refunded immediately/);
  await dialog.getByRole('button', { name: 'Cancel task' }).click();
  await expect(page.getByRole('row', { name: /First/ })).toContainText('Cancelled');
  await expect(page.getByRole('row', { name: /Second/ })).toContainText('Cancelled');
  await page.getByRole('row', { name: /Clean/ }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Clean' })).toHaveCount(0);
});

test('rerunning unknown numbers of a waterfall keeps its plan', async ({ page }) => {
  const { sid } = await customerWithPoints(500);
  const project = await halfKnownProject();
  const condition = { step: 0, statuses: ['valid'], kinds: [], countries: [] };
  const id = await startPlan(
    sid,
    'waterfall',
    [
      { project: 'hygiene', condition: null },
      { project, condition },
    ],
    'Two steps',
    100,
  );
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(completed(page)).toBeVisible(WORK);
  await page.getByRole('button', { name: 'Rerun unknown numbers' }).click();
  await expect(page.getByRole('heading', { name: 'New task: Number hygiene → Half known' })).toBeVisible();
  const funnel = page.getByRole('list', { name: 'Maximum price per step' });
  await expect(funnel.getByRole('listitem')).toHaveCount(2, WORK);
  await page.getByRole('button', { name: 'Continue', exact: true }).click(WORK);
  await page.getByLabel('Purpose').fill('Our own members');
  await confirmAndStart(page);
});
