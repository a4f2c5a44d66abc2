import { accessibilityViolations } from './support/axe';
import { customerWithPoints } from './support/tasks';
import { expect, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

test('the catalogue is searched, keeps favourites and starts a task', async ({ page, context }) => {
  await setLanguage(context, 'en');
  const { sid } = await customerWithPoints(1);
  await openAs(page, sid, '/dashboard');
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Checks' }).click();
  await expect(page.getByRole('heading', { name: 'Checks', level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  const main = page.getByRole('main');
  const card = (name: string) =>
    main.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(card('WhatsApp')).toContainText('0.01 points per number');
  await expect(card('WhatsApp')).toContainText('Available');

  const search = page.getByRole('searchbox', { name: 'Search checks' });
  await search.fill('messaging tele');
  await expect(card('Telegram')).toBeVisible();
  await expect(card('WhatsApp')).toHaveCount(0);
  await expect(page).toHaveURL(/search=messaging\+tele$/);
  await search.fill('nothing like it');
  await expect(page.getByText('Try another word')).toBeVisible();
  await search.fill('');

  await page.getByRole('button', { name: 'Favourite: Telegram' }).click();
  const favourites = page.getByRole('region', { name: 'Favourites' });
  await expect(favourites.getByRole('link', { name: 'Telegram', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Favourite: Telegram' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await favourites.getByRole('link', { name: 'New task: Telegram' }).click();
  await expect(page.getByRole('heading', { name: 'New task: Telegram' })).toBeVisible();
  await expect(page.getByText('Drop a file here')).toBeVisible();
});
