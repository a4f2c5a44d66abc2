/** Creates tasks without a browser, and a provider slow enough to observe. */
import { expect } from '@playwright/test';
import {
  adjustBalance,
  asAdministrator,
  callApi,
  CUSTOMER,
  loginToken,
  type Made,
  makeAccount,
  newAddress,
  newName,
  PASSWORD,
  serverUrl,
} from './api';

type Data = Record<string, unknown>;

export async function asCaller(sid: string, path: string, body: object): Promise<Data> {
  const answer = await callApi(path, body, sid);
  expect(answer.code, `${path}: ${answer.msg}`).toBe(0);
  return answer.data as unknown as Data;
}

/** A new customer with points and a session. */
export async function customerWithPoints(points: number): Promise<Made & { sid: string }> {
  const made = await makeAccount(CUSTOMER);
  await give(made.uid, points);
  return { ...made, sid: await loginToken(made.username, made.password) };
}

/** A new customer who registered with an invite code, with points and a session. */
export async function invitedCustomer(code: string, points: number): Promise<Made & { sid: string }> {
  const username = newName();
  const answer = await callApi('user/register', { username, password: PASSWORD, invite_code: code });
  expect(answer.code, answer.msg).toBe(0);
  const { uid } = answer.data as unknown as { uid: number };
  await give(uid, points);
  return { uid, username, password: PASSWORD, sid: await loginToken(username, PASSWORD) };
}

export async function give(uid: number, points: number): Promise<void> {
  await adjustBalance(uid, points * 10_000, `e2e-${uid}-points`, 'journey');
}

async function upload(sid: string, numbers: readonly string[]): Promise<Data> {
  const form = new FormData();
  form.append('kind', 'upload');
  form.append('file', new Blob([`number\n${numbers.join('\n')}\n`], { type: 'text/csv' }), 'numbers.csv');
  const response = await fetch(`${serverUrl()}/api/task/upload`, {
    method: 'POST',
    headers: { ...newAddress(), sid, lang: 'en', ver: '1.1.1', source: 'web' },
    body: form,
  });
  const answer = (await response.json()) as { code: number; msg: string; data: Data };
  expect(answer.code, answer.msg).toBe(0);
  return answer.data;
}

/** Consecutive valid mobile numbers. */
export function mobiles(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `+86138001${String(30_000 + index)}`);
}

/** Uploads these numbers as a list and reads it. */
async function readyList(sid: string, numbers: readonly string[]): Promise<number> {
  const list = await upload(sid, numbers);
  const { mapping } = list.preview as { mapping: object };
  await asCaller(sid, 'list/analyse', { id: list.id, mapping });
  await expect
    .poll(async () => (await asCaller(sid, 'list/get', { id: list.id })).state, { timeout: 60_000 })
    .toBe('ready');
  return Number(list.id);
}

/** The same, saved under a name. */
export async function savedList(sid: string, name: string, numbers: readonly string[]): Promise<number> {
  const id = await readyList(sid, numbers);
  await asCaller(sid, 'list/save', { id, name });
  return id;
}

interface Check {
  project: string;
  condition: object | null;
}

/** Starts a task with one project and returns its ID. */
export function startTask(sid: string, project: string, name: string, count: number): Promise<number> {
  return startPlan(sid, 'single', [{ project, condition: null }], name, count);
}

/** The same for several projects. */
export async function startPlan(
  sid: string,
  mode: 'single' | 'parallel' | 'waterfall',
  checks: readonly Check[],
  name: string,
  count: number,
): Promise<number> {
  const task = await asCaller(sid, 'task/start', {
    list: await readyList(sid, mobiles(count)),
    name,
    mode,
    checks,
    purpose: 'journey',
    confirmed: true,
    error_threshold: 90,
    freshness_days: 3,
  });
  return Number(task.id);
}

/** Number of results with a status in a finished task. The page may still show older counts. */
export async function resultsWith(sid: string, task: number, status: string): Promise<number> {
  const { by_status } = await asCaller(sid, 'task/breakdown', { id: task });
  const counts = by_status as { status: string; count: number }[];
  return counts.find((counted) => counted.status === status)?.count ?? 0;
}

export interface ChannelData {
  name: string;
  config: { base_url: string } & Data;
}

/** A simulated provider whose URL a new channel can use. */
export async function simulatedChannel(): Promise<ChannelData> {
  const channels = (await asAdministrator('channel/list', {})) as unknown as ChannelData[];
  const found = channels.find(({ name }) => name === 'demo-batch');
  if (!found) throw new Error('the simulator serves no channel');
  return found;
}

let made = 0;

/** A project with 200 answers per second: fast enough to wait for, slow enough to stop. */
export async function slowProject(): Promise<string> {
  made += 1;
  const slug = `slow_${process.pid}_${made}`;
  const { config } = await simulatedChannel();
  const { submit } = config as unknown as { submit: Data };
  await asAdministrator('channel/save', {
    version: 0,
    priority: 900,
    enabled: true,
    config: {
      ...config,
      name: slug,
      checks: [slug],
      batch: { max: 50 },
      submit: { ...submit, path: '/sync/whatsapp' },
      limit: { rps: 4, burst: 1, concurrency: 1 },
    },
  });
  await saveProject(slug, 'Slow provider', ['active', 'inactive']);
  return slug;
}

/** A project that maps only half of its provider's answers: the rest is unknown. */
export async function halfKnownProject(): Promise<string> {
  made += 1;
  const slug = `half_${process.pid}_${made}`;
  const { config } = await simulatedChannel();
  const { submit } = config as unknown as { submit: Data };
  await asAdministrator('channel/save', {
    version: 0,
    priority: 900,
    enabled: true,
    config: { ...config, name: slug, checks: [slug], submit: { ...submit, path: '/sync/whatsapp' } },
  });
  await saveProject(slug, 'Half known', ['active', 'gone']);
  return slug;
}

/** A project whose provider cannot be reached. The breaker opens after so many failures. */
export async function deadProject(failures = 1): Promise<{ slug: string; address: string }> {
  made += 1;
  const slug = `dead_${process.pid}_${made}`;
  const { config } = await simulatedChannel();
  const { submit, base_url: address } = config as unknown as { submit: Data; base_url: string };
  await asAdministrator('channel/save', {
    version: 0,
    priority: 900,
    enabled: true,
    config: {
      ...config,
      name: slug,
      checks: [slug],
      // The provider has no such path. While the breaker is open, tasks wait.
      submit: { ...submit, path: '/nobody/home' },
      batch: { max: 10 },
      limit: { rps: 50, burst: 1, concurrency: 1 },
      breaker: { failures, window_s: 60, open_s: 5 },
    },
  });
  await saveProject(slug, 'Dead provider', ['active', 'gone']);
  return { slug, address };
}

async function saveProject(slug: string, name: string, statuses: readonly string[]): Promise<void> {
  await asAdministrator('project/save', {
    slug,
    version: 0,
    sort: 990,
    enabled: true,
    details: {
      category: 'messaging',
      icon: 'message',
      names: { en: name },
      descriptions: { en: 'For journeys' },
      answerer: 'channels',
      statuses,
      price: 10_000,
      country_prices: {},
      min_numbers: 1,
      max_numbers: 100_000,
      countries: [],
      channels: [slug],
      chunk_size: 100,
    },
  });
}
