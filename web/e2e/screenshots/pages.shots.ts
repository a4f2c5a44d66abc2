import { statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  ADMINISTRATOR,
  asAdministrator,
  callApi,
  CUSTOMER,
  DEMO,
  loginToken,
  makeAccount,
  PASSWORD,
  registerAccount,
  seededAdministrator,
} from '../support/api';
import { entry, mockCall, mockMenu } from '../support/mock-calls';
import {
  asCaller,
  customerWithPoints,
  give,
  halfKnownProject,
  savedList,
  mobiles,
  slowProject,
  startPlan,
  startTask,
} from '../support/tasks';
import { expect, openAs, setLanguage, waitUntilLoaded, test } from '../support/test';

const OUT = path.resolve(import.meta.dirname, '../../../screenshots');
const WIDTHS = [1440, 1024, 390];
const SCHEMES = ['light', 'dark'] as const;
/** `SHOTS_LANGUAGES=es,ja` selects other languages. */
const LANGUAGES = (process.env.SHOTS_LANGUAGES ?? 'zh,en').split(',');

/** `SHOTS_CONTINUE=1` continues an interrupted run: screenshots of this build are not taken again. */
const CONTINUE = Boolean(process.env.SHOTS_CONTINUE);

/** Longer pages, such as the API reference, are cut off here. */
const MOST_HEIGHT = 2400;

interface Shot {
  name: string;
  open: (page: Page) => Promise<void>;
  /** Reopen what a change of the width closes. */
  reopen?: boolean;
  /** Only what fits into a window of normal height. */
  window?: boolean;
  /** Loading state: do not wait for responses. */
  loading?: boolean;
}

/** What an administrator sees on a bad day. */
const FAULTS = {
  checked_at: 1_800_000_000,
  verdict: 'failed',
  findings: [
    {
      check: 'object store',
      title: 'object store',
      verdict: 'failed',
      found:
        'bucket numsift: connection refused (https://s3.example.com:9000/numsift/a-very-long-name-of-an-object)',
      advice: 'check the s3_* settings and the permissions of the key (list, get, put, delete)',
      code: 'objects_unusable',
      params: {},
    },
    {
      check: 'wallet',
      title: 'wallet',
      verdict: 'warning',
      found: 'none is set',
      advice: 'set the receiving wallet in the console: without it, nobody can top up',
      code: 'wallet_missing',
      params: {},
    },
    {
      check: 'database',
      title: 'database',
      verdict: 'ok',
      found: 'answers in 2 ms',
      advice: '',
      code: 'database_answers',
      params: {},
    },
  ],
};

/** One session per account: a second login would end the first. */
const tokens = new Map<string, string>();

async function tokenOf(account: 'admin' | 'new'): Promise<string> {
  const known = tokens.get(account);
  if (known) return known;
  const token = account === 'admin' ? seededAdministrator() : await newcomer();
  tokens.set(account, token);
  return token;
}

/** A newly registered account. After a failure the next worker registers another. */
async function newcomer(): Promise<string> {
  const username = `newcomer-${process.env.TEST_WORKER_INDEX ?? 0}`;
  return loginToken(await registerAccount(username), PASSWORD);
}

/** A customer with data on every page, created once per worker. */
interface Busy {
  sid: string;
  list: number;
  tasks: { done: number; aggregated: number; unknown: number; paused: number };
  generated: number;
}

let busy: Promise<Busy> | null = null;

/**
 * The demo's customer for the first worker. A second login would end its session, so other workers use
 * another one.
 */
async function busyCustomer(): Promise<string> {
  const index = process.env.TEST_PARALLEL_INDEX ?? '0';
  if (index === '0') return loginToken('customer', DEMO.password);
  const username = await registerAccount(`customer-${process.env.TEST_WORKER_INDEX}`);
  return loginToken(username, PASSWORD);
}

async function makeBusy(): Promise<Busy> {
  const sid = await busyCustomer();
  await give(Number((await asCaller(sid, 'user/info', {})).uid), 20_000);
  const ask = async (call: string, body: object): Promise<Record<string, unknown>> =>
    (await callApi(call, body, sid)).data ?? {};
  const list = await savedList(sid, 'Members, spring 2026', mobiles(2500));
  await savedList(sid, 'Newsletter', mobiles(300));
  const done = await startTask(sid, 'whatsapp', 'Members on WhatsApp', 1000);
  const condition = { step: 0, statuses: ['valid'], kinds: ['mobile'], countries: [] };
  const checks = [
    { project: 'hygiene', condition: null },
    { project: 'telegram', condition },
    { project: 'viber', condition: { ...condition, step: 1, statuses: ['active'] } },
  ];
  const aggregated = await startPlan(sid, 'waterfall', checks, 'Members, step by step', 400);
  const unknown = await startTask(sid, await halfKnownProject(), 'Partly unknown', 300);
  const paused = await startTask(sid, await slowProject(), 'A long one', 4000);
  // First, because it would keep the workers busy.
  await ask('task/pause', { id: paused });
  const over = async (id: number): Promise<boolean> => (await ask('task/get', { id })).state === 'completed';
  await expect
    .poll(async () => Promise.all([done, aggregated, unknown].map(over)), { timeout: 100_000 })
    .toEqual([true, true, true]);
  await asCaller(sid, 'user/generateApi', { name: 'Shop backend', scopes: ['lookup', 'tasks:read'] });
  await ask('task/export', { id: done, format: 'csv', filter: {} });
  const segments = [{ space: { country: 'GB', kind: 'mobile' }, count: 5000 }];
  const made = (await ask('gen_number/generate', { page: 'country', segments, without_list: list })).run;
  const run = (made as { id: number }).id;
  const generated = Number((await ask('gen_number/save', { id: run, name: 'Generated, run 1' })).id);
  return { sid, list, tasks: { done, aggregated, unknown, paused }, generated };
}

/** A page of that customer. The path may contain IDs of its data. */
const asBusy =
  (address: string | ((of: Busy) => string)) =>
  async (page: Page): Promise<void> => {
    busy ??= makeBusy();
    const of = await busy;
    await openAs(page, of.sid, typeof address === 'string' ? address : address(of));
    await waitUntilLoaded(page);
  };

/** The same customer with webhooks. */
async function withWebhooks(page: Page): Promise<void> {
  busy ??= makeBusy();
  const { sid } = await busy;
  const { endpoints } = await asCaller(sid, 'webhook/list', {});
  if ((endpoints as unknown[]).length === 0) {
    // A name that does not resolve: deliveries fail, which is what the log should show.
    const webhook = { url: 'https://hooks.invalid/numsift', description: 'Shop', events: ['task.completed'] };
    const { endpoint } = await asCaller(sid, 'webhook/create', webhook);
    await asCaller(sid, 'webhook/create', {
      url: 'https://hooks.invalid/finance',
      description: '',
      events: ['balance.low', 'order.paid'],
    });
    await asCaller(sid, 'webhook/test', { id: (endpoint as { id: number }).id });
  }
  await asBusy('/myinfo/api?tab=webhooks')(page);
}

/** A task that runs longer than taking the screenshots. */
async function runningTask(page: Page, address: (task: number) => string): Promise<void> {
  const { sid } = await customerWithPoints(60_000);
  const task = await startTask(sid, await slowProject(), 'Customers of 2025', 50_000);
  await expect
    .poll(async () => Number((await asCaller(sid, 'task/get', { id: task })).done), { timeout: 100_000 })
    .toBeGreaterThan(400);
  await openAs(page, sid, address(task));
  await waitUntilLoaded(page);
}

/** The results of a task as everyone with the link sees them. */
async function sharedResults(page: Page): Promise<void> {
  const { settings, version } = (await asAdministrator('setting/get', {})) as {
    settings: object;
    version: number;
  };
  await asAdministrator('setting/save', { version, settings: { ...settings, share_results: true } });
  busy ??= makeBusy();
  const { sid, tasks } = await busy;
  const { token } = await asCaller(sid, 'task/share', { id: tasks.aggregated, days: 1, masked: true });
  await go(page, `/shared#${String(token)}`);
}

/** A page whose call is not answered while the screenshot is taken. */
const waitingFor =
  (call: string, open: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    const asked = new Promise<void>((resolve) => {
      void page.route(`**/api/${call}`, () => resolve());
    });
    await open(page);
    // Before the page has loaded, other skeletons are shown.
    await asked;
    await page.locator('main .mantine-Skeleton-root:visible').first().waitFor();
  };

const failing =
  (call: string, open: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    await mockCall(page, call, { code: 500, msg: 'Internal error', data: null });
    await open(page);
  };

async function asNewUnsettled(page: Page, address: string): Promise<void> {
  await openAs(page, await tokenOf('new'), address);
}

/** An administrator switched to a customer's account. */
async function insideAnother(page: Page): Promise<void> {
  const administrator = await makeAccount(ADMINISTRATOR);
  const { uid } = await makeAccount(CUSTOMER);
  const own = await loginToken(administrator.username, administrator.password);
  const { sid } = await asCaller(own, 'user/switch', { uid });
  await openAs(page, String(sid), '/dashboard');
  await waitUntilLoaded(page);
}

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitUntilLoaded(page);
}

const as =
  (account: 'admin' | 'new', address: string) =>
  async (page: Page): Promise<void> => {
    await openAs(page, await tokenOf(account), address);
    await waitUntilLoaded(page);
  };

/** The last button next to the page title. */
const NEW_BUTTON = 'main .mantine-Group-root:has(h1) button:last-child';

const opening =
  (address: string, button: string) =>
  async (page: Page): Promise<void> => {
    await as('admin', address)(page);
    await page.locator(button).first().click();
    await page.getByRole('dialog').waitFor();
  };

async function openUserMenu(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem').first().waitFor();
}

async function topUp(page: Page): Promise<void> {
  await as('new', '/dashboard')(page);
  await openUserMenu(page);
  await page.getByRole('menuitem').first().click();
  await page.getByRole('dialog').waitFor();
}

/** All pages. Add a line for every new page. */
const SHOTS: readonly Shot[] = [
  { name: 'login', open: (page) => go(page, '/login') },
  { name: 'register', open: (page) => go(page, '/register') },
  { name: 'new-password', open: (page) => go(page, '/new_password#not-a-link') },
  { name: 'shared-results', open: sharedResults },
  { name: 'dashboard-admin', open: as('admin', '/dashboard') },
  { name: 'dashboard-new-customer', open: as('new', '/dashboard') },
  { name: 'users', open: as('admin', '/user/list') },
  { name: 'users-nothing-found', open: as('admin', '/user/list?search=nobody-at-all') },
  {
    name: 'users-failed',
    open: async (page) => {
      await mockCall(page, 'user/list', { code: 500, msg: 'Internal error', data: null });
      await as('admin', '/user/list')(page);
    },
  },
  {
    name: 'dashboard-failed',
    open: failing('task/summary', as('new', '/dashboard')),
  },
  {
    name: 'dashboard-loading',
    loading: true,
    open: waitingFor('task/summary', (page) => asNewUnsettled(page, '/dashboard')),
  },
  {
    name: 'tasks-loading',
    loading: true,
    open: waitingFor('task/list', (page) => asNewUnsettled(page, '/task/list')),
  },
  {
    name: 'offline',
    open: async (page) => {
      await as('new', '/task/list')(page);
      await page.context().setOffline(true);
      await page.locator('.tabler-icon-wifi-off').waitFor();
    },
  },
  { name: 'inside-another-account', open: insideAnother },
  {
    name: 'session-expired',
    open: async (page) => {
      await mockCall(page, 'user/list', { code: 401, msg: 'Session expired', data: null });
      await openAs(page, await tokenOf('admin'), '/user/list');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'user-detail', open: opening('/user/list', 'tbody button') },
  { name: 'user-create', open: opening('/user/list', NEW_BUTTON) },
  { name: 'role-edit', open: opening('/role/list', 'tbody tr:nth-child(2) button') },
  { name: 'invite-create', open: opening('/invite/list', NEW_BUTTON) },
  { name: 'notify-compose', open: opening('/notify/manage', NEW_BUTTON) },
  { name: 'audit-entry', open: opening('/audit/list', 'tbody button') },
  { name: 'role-list', open: as('admin', '/role/list') },
  { name: 'invite-list', open: as('admin', '/invite/list') },
  { name: 'notify-manage', open: as('admin', '/notify/manage') },
  { name: 'audit-list', open: as('admin', '/audit/list') },
  { name: 'setting-edit', open: as('admin', '/setting/edit') },
  { name: 'system-setup', open: as('admin', '/system/setup') },
  { name: 'system-health', open: as('admin', '/system/health') },
  {
    name: 'system-health-faults',
    open: async (page) => {
      await mockCall(page, 'system/health', { code: 0, msg: '', data: FAULTS });
      await as('admin', '/system/health')(page);
    },
  },
  { name: 'project', open: as('new', '/messaging/whatsapp') },
  { name: 'project-hygiene', open: as('new', '/hygiene/hygiene') },
  { name: 'checks', open: as('new', '/checks') },
  { name: 'new-task', open: as('new', '/task/new?project=whatsapp') },
  { name: 'new-task-project', open: as('new', '/task/new') },
  { name: 'aggregated', open: as('new', '/agg_task/index') },
  {
    name: 'aggregated-waterfall',
    open: as('new', '/agg_task/index?project=hygiene&project=telegram*0.valid*mobile*&mode=waterfall'),
  },
  {
    name: 'new-task-generated',
    open: asBusy(({ generated }) => `/task/new?list=${generated}`),
  },
  {
    name: 'new-task-chosen',
    open: asBusy(({ list }) => `/task/new?project=whatsapp&list=${list}&step=source`),
  },
  { name: 'new-task-map', open: asBusy(({ list }) => `/task/new?project=whatsapp&list=${list}&step=map`) },
  { name: 'new-task-analyse', open: asBusy(({ list }) => `/task/new?project=whatsapp&list=${list}`) },
  {
    name: 'new-task-start',
    open: asBusy(({ list }) => `/task/new?project=whatsapp&list=${list}&step=start`),
  },
  { name: 'project-used', open: asBusy('/messaging/whatsapp') },
  { name: 'dashboard-customer', open: asBusy('/dashboard') },
  { name: 'tasks', open: asBusy('/task/list') },
  { name: 'tasks-new', open: as('new', '/task/list') },
  { name: 'look-up', open: asBusy('/lookup/create?numbers=%2B8613800130000%2C%2B442083661177%2Cnobody') },
  { name: 'lookups', open: asBusy('/lookup/list') },
  { name: 'lookups-all', open: as('admin', '/lookup/list') },
  { name: 'tasks-all', open: as('admin', '/task/list') },
  { name: 'task', open: asBusy(({ tasks }) => `/task/detail/${tasks.done}`) },
  { name: 'task-aggregated', open: asBusy(({ tasks }) => `/task/detail/${tasks.aggregated}`) },
  // The English, light and wide variant is docs/images/console.png.
  { name: 'readme', open: asBusy(({ tasks }) => `/task/detail/${tasks.aggregated}`), window: true },
  { name: 'task-unknown', open: asBusy(({ tasks }) => `/task/detail/${tasks.unknown}?status0=unknown`) },
  { name: 'task-paused', open: asBusy(({ tasks }) => `/task/detail/${tasks.paused}`) },
  {
    name: 'task-failed',
    open: failing(
      'task/get',
      asBusy(({ tasks }) => `/task/detail/${tasks.done}`),
    ),
  },
  {
    name: 'task-loading',
    loading: true,
    open: waitingFor('task/get', (page) => asNewUnsettled(page, '/task/detail/1')),
  },
  { name: 'task-running', open: (page) => runningTask(page, (task) => `/task/detail/${task}`) },
  { name: 'dashboard-running', open: (page) => runningTask(page, () => '/dashboard') },
  {
    name: 'task-export',
    open: async (page) => {
      await asBusy(({ tasks }) => `/task/detail/${tasks.done}`)(page);
      await page
        .locator('main button:has(.tabler-icon-file-export), main button:has(.tabler-icon-download)')
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'lists', open: as('new', '/list/list') },
  { name: 'lists-saved', open: asBusy('/list/list?kind=saved') },
  { name: 'projects', open: as('admin', '/project/list') },
  { name: 'project-edit', open: opening('/project/list', 'tbody button') },
  { name: 'channels', open: as('admin', '/channel/list') },
  {
    name: 'presets',
    open: async (page) => {
      await as('admin', '/channel/list')(page);
      await page.locator('main button:has(.tabler-icon-layout-grid)').click();
      await waitUntilLoaded(page);
    },
  },
  {
    name: 'preset-form',
    open: async (page) => {
      await as('admin', '/channel/list')(page);
      await page.locator('main button:has(.tabler-icon-layout-grid)').click();
      await page.getByRole('button', { name: /^Infobip.*asynchronous/ }).click();
      await waitUntilLoaded(page);
    },
  },
  { name: 'routing', open: as('admin', '/channel/list?evidence=whatsapp') },
  { name: 'channel-edit', open: as('admin', '/channel/list?edit=demo-batch') },
  { name: 'generate-country-used', open: asBusy('/gen_number/index') },
  { name: 'my-notify', open: as('admin', '/user_info/notify') },
  { name: 'my-invite', open: as('new', '/user_info/invite') },
  { name: 'security', open: as('admin', '/user_info/security') },
  { name: 'generate-country', open: as('new', '/gen_number/index') },
  { name: 'generate-custom', open: as('new', '/gen_number/follow_up') },
  { name: 'recharge-orders', open: as('admin', '/recharge/list') },
  { name: 'recharge-orders-new', open: as('new', '/recharge/list') },
  { name: 'wallets', open: as('admin', '/recharge/getWallet') },
  { name: 'wallet-add', open: opening('/recharge/getWallet', NEW_BUTTON) },
  { name: 'deposits', open: as('admin', '/recharge/deposits') },
  { name: 'financial-records', open: as('admin', '/finance/list') },
  { name: 'financial-records-new', open: as('new', '/finance/list') },
  { name: 'adjust', open: opening('/finance/list', NEW_BUTTON) },
  { name: 'credit-records', open: as('admin', '/finance/credit') },
  {
    name: 'project-income',
    open: async (page) => {
      // The income comes from the customer's spending.
      await (busy ??= makeBusy());
      await as('admin', '/finance/income')(page);
    },
  },
  { name: 'top-up', open: topUp },
  {
    name: 'top-up-pay',
    open: async (page) => {
      await topUp(page);
      await page.getByRole('dialog').locator('input').fill('12');
      await page.getByRole('dialog').locator('button[type="submit"]').click();
      await page.getByRole('dialog').locator('svg[role="img"]').waitFor();
    },
  },
  { name: 'roles', open: as('admin', '/roles') },
  {
    name: 'newer-version',
    open: async (page) => {
      await mockMenu(page, [entry({ module: 'newer' })]);
      await as('admin', '/newer/index')(page);
    },
  },
  { name: 'api-keys-none', open: as('new', '/myinfo/api') },
  { name: 'api-keys', open: asBusy('/myinfo/api') },
  { name: 'api-usage', open: as('new', '/myinfo/api?tab=usage') },
  { name: 'api-samples', open: as('new', '/myinfo/api?tab=samples') },
  { name: 'api-webhooks', open: as('new', '/myinfo/api?tab=webhooks') },
  { name: 'api-webhooks-used', open: withWebhooks },
  { name: 'api-test-numbers', open: as('new', '/myinfo/api?tab=test_numbers') },
  { name: 'api-reference', open: as('new', '/docs/api') },
  { name: 'api-reference-open', open: (page) => go(page, '/docs/api') },
  { name: 'api-errors', open: as('new', '/docs/api/errors#rate-limited') },
  { name: 'not-found', open: as('admin', '/nowhere') },
  { name: 'no-permission', open: as('admin', '/401') },
  {
    name: 'user-menu',
    reopen: true,
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
    },
  },
  {
    name: 'settings',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
      await page.getByRole('menuitem').nth(-2).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'command-menu',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'change-password',
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await openUserMenu(page);
      await page.getByRole('menuitem').nth(1).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'menu-open',
    reopen: true,
    open: async (page) => {
      await as('admin', '/user/list')(page);
      await page.locator('header button[aria-expanded]').first().click();
    },
  },
];

/** Makes the window as tall as its content. */
async function fit(page: Page, width: number, { window, loading }: Shot): Promise<void> {
  const least = width === 390 ? 844 : 900;
  await page.setViewportSize({ width, height: least });
  if (!loading) await waitUntilLoaded(page);
  if (window) return;
  const needed = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    if (dialogs.length === 0) return document.documentElement.scrollHeight;
    // Dialogs keep a tenth of the window free.
    return Math.max(...dialogs.map((dialog) => dialog.scrollHeight)) / 0.9 + 8;
  });
  await page.setViewportSize({ width, height: Math.min(Math.max(Math.ceil(needed), least), MOST_HEIGHT) });
}

const pictureOf = (name: string, width: number, scheme: string, language: string): string =>
  path.join(OUT, `${name}-${width}-${scheme}-${language}.png`);

/** Modification time of a file. 0 if it does not exist. */
const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** A debug build serves the files from disk, other builds embed them. */
const builtAt = (): number =>
  Math.max(
    writtenAt(process.env.NUMSIFT_BIN ?? ''),
    writtenAt(path.resolve(import.meta.dirname, '../../dist/index.html')),
  );

function isTaken(name: string, language: string): boolean {
  const pictures = WIDTHS.flatMap((width) =>
    SCHEMES.map((scheme) => pictureOf(name, width, scheme, language)),
  );
  return Math.min(...pictures.map(writtenAt)) > builtAt();
}

for (const language of LANGUAGES) {
  test.describe(language, () => {
    for (const shot of SHOTS) {
      const { name, open, reopen = false, loading = false } = shot;
      test(name, async ({ page, context }) => {
        test.skip(CONTINUE && isTaken(name, language), 'taken before');
        await setLanguage(context, language);
        for (const width of WIDTHS) {
          if (reopen || width === WIDTHS[0]) {
            await page.setViewportSize({ width, height: 900 });
            await open(page);
          }
          await fit(page, width, shot);
          // The console adapts to width and scheme, so one visit is enough for all variants of a page.
          for (const colorScheme of SCHEMES) {
            await page.emulateMedia({ colorScheme });
            await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
            if (!loading) await waitUntilLoaded(page);
            await page.screenshot({
              path: pictureOf(name, width, colorScheme, language),
              animations: 'disabled',
            });
          }
        }
      });
    }
  });
}
