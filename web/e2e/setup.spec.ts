/** The setup guide for administrators, and what customers see of projects that nobody can answer. */
import { asAdministrator, callApi, CUSTOMER, loginToken, makeAccount, newName } from './support/api';
import { accessibilityViolations } from './support/axe';
import { mockCall } from './support/mock-calls';
import {
  expect,
  logInAsAdministrator,
  openAs,
  setLanguage,
  test,
  visit,
  waitUntilLoaded,
} from './support/test';

test.beforeEach(({ context }) => setLanguage(context, 'en'));

/** The installation is shared by all journeys, so the state of the guide is the page's own. */
const GUIDE = {
  dismissed: false,
  retention_days: 30,
  projects_ready: 0,
  projects_hidden: 31,
  steps: [
    { step: 'brand', done: true, findings: [] },
    { step: 'second_factor', done: false, findings: [] },
    {
      step: 'payment',
      done: false,
      findings: [
        {
          check: 'wallet',
          title: 'wallet',
          verdict: 'warning',
          found: 'none is set',
          advice: 'set the receiving wallet in the console',
          code: 'wallet_missing',
          params: {},
        },
      ],
    },
    { step: 'channel', done: false, findings: [] },
    { step: 'prices', done: false, findings: [] },
    { step: 'retention', done: false, findings: [] },
    { step: 'backup', done: false, findings: [] },
  ],
};

test('the guide shows what the server found, and each step leads to its page', async ({ page }) => {
  await logInAsAdministrator(page, '/dashboard');
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Setup', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Setup' })).toBeVisible();
  await waitUntilLoaded(page);
  const step = (name: string) =>
    page
      .getByRole('list', { name: 'Steps of the setup' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
  // The demo has a wallet, channels and prices.
  await expect(step('Way to pay')).toContainText('the simulated chain answers');
  for (const name of ['Way to pay', 'First channel', 'Prices', 'Backup']) {
    await expect(step(name)).toContainText('Done');
  }
  await expect(step('Your second factor')).toContainText('To do');
  expect(await accessibilityViolations(page)).toEqual([]);
  await step('Your second factor').getByRole('link', { name: 'Open account security' }).click();
  await expect(page).toHaveURL(/\/user_info\/security$/);
});

test('a card on the dashboard leads through the setup until it is dismissed', async ({ page }) => {
  let saved: unknown;
  await mockCall(page, 'system/setup', { code: 0, msg: '', data: GUIDE });
  await page.route('**/api/system/setupSave', async (route) => {
    saved = route.request().postDataJSON();
    await mockCall(page, 'system/setup', { code: 0, msg: '', data: { ...GUIDE, dismissed: true } });
    await route.fulfill({ json: { code: 0, msg: '', data: {} } });
  });
  await logInAsAdministrator(page, '/dashboard');
  const card = page.getByRole('region', { name: 'Set up your installation' });
  await expect(card).toContainText('1 of 7 steps done');
  await expect(card.getByRole('link', { name: 'Your second factor' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await visit(page, '/system/setup');
  await expect(page.getByRole('list', { name: 'Steps of the setup' })).toContainText(
    '31 projects have no channel. Customers do not see them.',
  );
  expect(await accessibilityViolations(page)).toEqual([]);

  await visit(page, '/dashboard');
  await card.getByRole('button', { name: 'Hide from the dashboard' }).click();
  await expect(card).toHaveCount(0);
  expect(saved).toEqual({ dismissed: true });
});

test('customers see no project that nobody can answer, staff see it marked', async ({ page }) => {
  const slug = `idle_${newName().replaceAll(/[^a-z0-9]/g, '')}`.slice(0, 40);
  const name = `Idle ${slug.slice(-5)}`;
  await asAdministrator('project/save', {
    slug,
    version: 0,
    sort: 1,
    enabled: true,
    details: {
      category: 'messaging',
      icon: 'message-circle',
      names: { en: name },
      descriptions: {},
      answerer: 'channels',
      statuses: ['active', 'inactive'],
      price: 100,
      min_numbers: 1,
      max_numbers: 1000,
      chunk_size: 100,
    },
  });
  await logInAsAdministrator(page, '/checks');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('button', { name: 'Messaging' }).click();
  await expect(sidebar.getByRole('link', { name: `${name} No channel` })).toBeVisible();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('No channel');

  const customer = await makeAccount(CUSTOMER);
  await openAs(page, await loginToken(customer.username, customer.password), '/checks');
  await expect(page.getByRole('main').getByRole('link', { name: 'WhatsApp', exact: true })).toBeVisible();
  await expect(card).toHaveCount(0);
  await sidebar.getByRole('button', { name: 'Messaging' }).click();
  await expect(sidebar.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name })).toHaveCount(0);
  for (const address of ['/task/new', '/lookup/create']) {
    await visit(page, address);
    await expect(page.getByText('WhatsApp', { exact: true }).locator('visible=true').first()).toBeVisible();
    await expect(page.getByRole('main').getByText(name)).toHaveCount(0);
  }
});

test('top-up is offered only while it can be paid', async ({ page }) => {
  const customer = await makeAccount(CUSTOMER);
  const sid = await loginToken(customer.username, customer.password);
  const { data } = await callApi('user/info', {}, sid);
  expect(data).toMatchObject({ top_up: true });
  await openAs(page, sid, '/dashboard');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'USDT top-up' })).toBeVisible();
  await mockCall(page, 'user/info', { code: 0, msg: '', data: { ...data, top_up: false } });
  await page.reload();
  await waitUntilLoaded(page);
  await expect(page.getByText('Ask the operator of this service for points.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'USDT top-up' })).toHaveCount(0);
});
