/** The API info page and the documentation. Keys created here are used in real requests. */
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../src/config/constants';
import type { Document } from '../src/features/api-docs/openapi';
import { textsOf } from '../src/features/api-docs/words';
import { referenceWords } from '../src/lib/i18n/reference-words';
import { accessibilityViolations, expectAccessible } from './support/axe';
import { asAdministrator, CUSTOMER, makeAccount, newAddress, serverUrl } from './support/api';
import { customerWithPoints } from './support/tasks';
import {
  logInAs,
  logInAsNewCustomer,
  expect,
  openAs,
  setLanguage,
  waitUntilLoaded,
  test,
  visit,
} from './support/test';

const PAGE = '/myinfo/api';
/** Its answers are fixed and free. */
const TEST_NUMBER = '+12015550100';

async function lookup(key: string, body: object = { number: TEST_NUMBER }): Promise<Response> {
  return fetch(`${serverUrl()}/v1/lookup`, {
    method: 'POST',
    headers: { ...newAddress(), authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Reads the secret from the dialog and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByTestId('api-key-secret').innerText();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return secret;
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  return takeSecret(page);
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.beforeEach(({ context }) => setLanguage(context, 'en'));

test('a key is created, shown once, used, rotated and revoked', async ({ page }) => {
  await logInAsNewCustomer(page, PAGE);
  await expect(page.getByText('No keys yet')).toBeVisible();
  const first = await createKey(page, 'shop');
  expect(first).toMatch(/^ns_[a-z0-9]{8}_\S{43}$/);
  const row = page.getByRole('row', { name: /^shop/ });
  await expect(row).toContainText(first.slice(0, 11));
  await expect(row).toContainText('Never used');
  await expect(page.locator('body')).not.toContainText(first);

  const answer = await lookup(first, { number: TEST_NUMBER, projects: ['whatsapp'] });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ e164: TEST_NUMBER, test: true, charged: 0 });
  const refused = await fetch(`${serverUrl()}/v1/tasks/999999999?number=${encodeURIComponent(TEST_NUMBER)}`, {
    headers: { ...newAddress(), authorization: `Bearer ${first}` },
  });
  expect(refused.status, 'the key has no scope for tasks').toBe(403);
  await page.reload();
  // A slow machine may need more than the half minute that is just now.
  await expect(row).toContainText(/just now|\d min ago/);

  await page.getByRole('button', { name: 'Recent requests of shop' }).click();
  const requests = page.getByRole('dialog', { name: 'Recent requests with “shop”' });
  const newest = requests.getByRole('row', { name: /GET \/v1\/tasks\/\{id\}/ });
  await expect(newest).toContainText('403');
  await expect(newest).toContainText(refused.headers.get('x-request-id') ?? 'a request ID');
  await expect(requests.getByRole('row', { name: /POST \/v1\/lookup/ })).toContainText('200');
  await expect(requests, 'content is not kept').not.toContainText(TEST_NUMBER.slice(1));
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(requests).toHaveCount(0);

  await act(page, 'shop', 'Rotate');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  const second = await takeSecret(page);
  await expect(row).toContainText('Old secret works until');
  expect((await lookup(first)).status).toBe(200);
  expect((await lookup(second)).status).toBe(200);

  await act(page, 'shop', 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Key “shop” revoked')).toBeVisible();
  await expect(row).toHaveCount(0);
  // Nodes may cache a key for a moment.
  await expect.poll(async () => (await lookup(second)).status).toBe(401);
  await expect.poll(async () => (await lookup(first)).json()).toMatchObject({ code: 'unauthorized' });
  await page.getByRole('switch', { name: 'Show revoked (1)' }).check({ force: true });
  await expect(row).toContainText('Revoked');
});

test('the key form validates before sending and keeps its input', async ({ page }) => {
  await logInAsNewCustomer(page, PAGE);
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'lookup' }).uncheck();
  await dialog.getByRole('textbox', { name: 'Allowed IPs' }).fill('10.0.0.0/8\nmy-server');
  await dialog.getByLabel('Expires').fill('2020-01-01T00:00');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Select at least one scope')).toBeVisible();
  await expect(dialog.getByText('Not an IP address or range: my-server')).toBeVisible();
  await expect(dialog.getByText('Choose a time in the future')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await dialog.getByRole('textbox', { name: 'Name' }).fill('office');
  await dialog.getByRole('checkbox', { name: 'balance' }).check();
  await dialog.getByRole('textbox', { name: 'Allowed IPs' }).fill('192.0.2.1');
  await dialog.getByRole('button', { name: 'In 30 days' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const key = await takeSecret(page);
  await expect(page.getByRole('row', { name: /^office/ })).toContainText('192.0.2.1');
  const refused = await lookup(key);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'ip-not-allowed' });

  await act(page, 'office', 'Edit');
  await dialog.getByRole('textbox', { name: 'Allowed IPs' }).fill('');
  await dialog.getByRole('checkbox', { name: 'lookup' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row', { name: /^office/ })).toContainText('Any');
  await expect.poll(async () => (await lookup(key)).status).toBe(200);
});

test('usage is counted, code examples name this server, test numbers are listed', async ({ page }) => {
  await logInAsNewCustomer(page, PAGE);
  const key = await createKey(page, 'shop');
  expect((await lookup(key)).status).toBe(200);
  await page.goto(`${PAGE}?tab=usage`);
  await expect(page.getByRole('img', { name: /^Requests from .*, 1 in total$/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Code examples' }).click();
  for (const language of ['curl', 'Python', 'JavaScript', 'Go']) {
    await page.getByText(language, { exact: true }).click();
    await expect(page.getByRole('group', { name: /^lookup\./ })).toContainText(serverUrl());
  }
  await page.getByRole('tab', { name: 'Test numbers' }).click();
  await expect(page).toHaveURL(/tab=test_numbers/);
  await expect(page.getByRole('row', { name: /^\+12015550100/ })).toContainText('active');
});

test('keys are read-only while switched to another account', async ({ page }) => {
  const customer = await makeAccount(CUSTOMER);
  const switched = await asAdministrator('user/switch', { uid: customer.uid });
  await openAs(page, String(switched.sid), PAGE);
  await expect(
    page.getByText('You cannot change keys and webhooks while switched to another account.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'New key' })).toBeDisabled();
});

test('the reference sends requests with a key that is not stored', async ({ page }) => {
  const customer = await customerWithPoints(5);
  await openAs(page, customer.sid, PAGE);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('try');
  await page.getByRole('checkbox', { name: 'balance' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const key = await takeSecret(page);
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();

  const contents = page.getByRole('navigation', { name: 'Contents' });
  const balance = page.locator('#get_balance');
  await contents.getByRole('link', { name: /balance$/ }).click();
  await balance.getByRole('button', { name: 'Send' }).click();
  await expect(balance.getByText('Enter a key above first.')).toBeVisible();
  await page.getByLabel('Your key').fill(key);
  await balance.getByRole('button', { name: 'Send' }).click();
  await expect(balance.getByRole('status')).toContainText('"points": 50000');
  await expect(balance.getByRole('status')).toContainText('ratelimit:');

  const found = page.locator('#lookup');
  await contents.getByRole('link', { name: /lookup$/ }).click();
  await found.getByRole('textbox', { name: 'Request body (JSON)' }).fill('{"number": "12", "colour": "red"}');
  await expect(found.getByRole('group', { name: 'curl' })).toContainText('"colour":"red"');
  await found.getByRole('button', { name: 'Send' }).click();
  await expect(found.getByRole('status')).toContainText('"code": "invalid-request"');

  await page.reload();
  await expect(page.getByLabel('Your key')).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage));
  expect(kept).not.toContain(key);
});

test('the documentation is public, and an error type links to its entry', async ({ page }) => {
  const { type } = (await (await lookup('ns_nobody')).json()) as { type: string };
  await page.goto(type);
  await expect(page.getByRole('heading', { level: 1, name: 'API errors' })).toBeVisible();
  const entry = page.locator('#unauthorized');
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText('The key is missing, unknown, expired or revoked.');
  await expect(page.getByRole('link', { name: 'My keys' })).toHaveCount(0);
  await page.goto('/docs/api/errors#of-tomorrow');
  await expect(page.getByText('There is no error named of-tomorrow.')).toBeVisible();
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page.locator('#lookup')).toBeVisible();
});

test('the whole reference is in the language of the console', async ({ page, context }) => {
  const document = (await (await fetch(`${serverUrl()}/v1/openapi.json`)).json()) as Document;
  for (const language of LANGUAGES) {
    const words = await referenceWords(language);
    const missing = textsOf(document).filter((text) => words !== null && !(text in words));
    expect(missing, language).toEqual([]);
  }
  await setLanguage(context, 'zh');
  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { name: '查询一个号码。不带项目时不收费' })).toBeVisible();
  await expect(page.locator('#lookup')).toContainText('任何常见写法');
  await expect(page.locator('#lookup')).toContainText('账户点数不足');

  const body = page.locator('#lookup').getByRole('textbox', { name: '请求体（JSON）' });
  await body.fill('{"number": "12"}');
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Looks up a number' })).toBeVisible();
  await expect(page.locator('#lookup').getByRole('textbox', { name: 'Request body (JSON)' })).toHaveValue(
    '{"number": "12"}',
  );
});

test('every error code of the server is explained', async ({ page }) => {
  await page.goto('/docs/api/errors');
  await waitUntilLoaded(page);
  // The description of each error response lists its codes.
  const description = await (await fetch(`${serverUrl()}/v1/openapi.json`)).text();
  const named = new Set([...description.matchAll(/`([a-z-]+)`: /g)].map((match) => match[1] ?? ''));
  const codes = page.locator('section[id] h2 code');
  expect(named.size).toBeGreaterThan(10);
  await expect(codes).toHaveCount(named.size);
  expect((await codes.allInnerTexts()).toSorted()).toEqual([...named].toSorted());
});

const TABS = ['', '?tab=usage', '?tab=samples', '?tab=webhooks', '?tab=test_numbers'].map(
  (tab) => PAGE + tab,
);

test('axe finds nothing, wide and narrow, light and dark: API access', async ({ page }) => {
  test.slow();
  const { username, password } = await makeAccount(CUSTOMER);
  await logInAs(page, username, password);
  for (const address of TABS) {
    await visit(page, address);
    await expectAccessible(page, address);
  }
});
