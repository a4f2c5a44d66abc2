import { accessibilityViolations } from './support/axe';
import { customerWithPoints, startTask } from './support/tasks';
import { expect, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

/** The worker needs time. */
const WORK = { timeout: 60_000 };

test('a finished task is repeated up to a price ceiling, and the schedule is ended', async ({
  context,
  page,
}) => {
  await setLanguage(context, 'en');
  const { sid } = await customerWithPoints(100);
  const id = await startTask(sid, 'hygiene', 'Members', 20);
  await openAs(page, sid, `/task/detail/${id}`);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible(WORK);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Repeat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repeat "Members"' });
  await dialog.getByLabel('How often').selectOption('Every week');
  const ceiling = dialog.getByLabel('Price ceiling per run (points)');
  await ceiling.fill('-1');
  await dialog.getByRole('button', { name: 'Start schedule' }).click();
  await expect(dialog.getByText('Enter 0 or a positive number with at most 4 decimals')).toBeVisible();
  await ceiling.fill('7.5');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start schedule' }).click();
  await expect(page.getByText('Schedule started. Next run:')).toBeVisible();

  await page.getByRole('link', { name: 'My tasks' }).first().click();
  await page.getByRole('button', { name: 'Schedules' }).click();
  const list = page.getByRole('dialog', { name: 'Schedules' });
  const row = list.getByRole('row', { name: /Members/ });
  await expect(row).toContainText('Every week');
  await expect(row).toContainText('7.50');
  await expect(row).toContainText('Not run yet');
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await row.getByRole('button', { name: 'End the schedule of Members' }).click();
  await page
    .getByRole('dialog', { name: 'End the schedule of "Members"?' })
    .getByRole('button', { name: 'End' })
    .click();
  await expect(list.getByText('No schedules yet')).toBeVisible();
});
