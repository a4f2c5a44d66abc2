/** Calls to the server under test without a browser, and accounts for single tests. */
import { expect } from '@playwright/test';
import { createAdministrator } from './server';

export const DEMO = { password: 'numsift-demo', invite: 'DEMO2026' };
export const PASSWORD = 'correct-horse-battery';

export function serverUrl(): string {
  const url = process.env.NUMSIFT_URL;
  if (!url) throw new Error('the server was not started');
  return url;
}

let counter = 0;

/** A unique username. */
export function newName(): string {
  counter += 1;
  return `e2e-${process.pid}-${counter}-${Math.random().toString(36).slice(2, 7)}`;
}

/** A unique client address from a reserved range, as a proxy would report it. */
export function newAddress(): Record<string, string> {
  const part = (): number => Math.floor(Math.random() * 256);
  return { 'x-forwarded-for': `10.${part()}.${part()}.${part()}` };
}

interface Answer {
  code: number;
  msg: string;
  data: { sid?: string } | null;
}

export async function callApi(path: string, body: object, sid?: string): Promise<Answer> {
  const response = await fetch(`${serverUrl()}/api/${path}`, {
    method: 'POST',
    headers: {
      ...newAddress(),
      'content-type': 'application/json',
      lang: 'en',
      ver: '1.1.1',
      source: 'web',
      ...(sid ? { sid } : {}),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

export async function loginToken(username: string, password: string): Promise<string> {
  const answer = await callApi('user/login', { username, password });
  expect(answer.code, answer.msg).toBe(0);
  return answer.data?.sid ?? '';
}

/** Registers a new customer and returns its username. */
export async function registerAccount(username = newName()): Promise<string> {
  const answer = await callApi('user/register', { username, password: PASSWORD, invite_code: DEMO.invite });
  expect(answer.code, answer.msg).toBe(0);
  return username;
}

/**
 * The session of the seeded administrator. An account has only one session, so no test may log in with this
 * account: it is opened once before the first test and shared by all workers.
 */
export function seededAdministrator(): string {
  return process.env.NUMSIFT_ADMIN_SID ?? '';
}

export async function asAdministrator(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await callApi(path, body, seededAdministrator());
  expect(answer.code, answer.msg).toBe(0);
  return answer.data as unknown as Record<string, unknown>;
}

export interface Made {
  uid: number;
  username: string;
  password: string;
}

/** Account types and built-in roles. */
export const ADMINISTRATOR = { account_type: 1, roles: [1] };
export const OPERATOR = { account_type: 2, roles: [2] };
export const CUSTOMER = { account_type: 5, roles: [3] };

/** Creates an account for one test: a login with the same account elsewhere would end its session. */
export async function makeAccount(kind: { account_type: number; roles: number[] }): Promise<Made> {
  const username = newName();
  const made = await asAdministrator('user/create', { username, ...kind });
  await replacePassword(username, String(made.password));
  return { uid: Number(made.uid), username, password: PASSWORD };
}

/** One-time passwords must be changed at the first login. */
export async function replacePassword(username: string, oneTime: string): Promise<void> {
  const sid = await loginToken(username, oneTime);
  const change = { old_pwd: oneTime, new_pwd: PASSWORD, confirm_pwd: PASSWORD };
  const answer = await callApi('user/changePwd', change, sid);
  expect(answer.code, answer.msg).toBe(0);
}

/**
 * Creates an administrator on the command line. Accounts that the seeded administrator creates approve neither its requests nor
 * each other's.
 */
export async function makeIndependentAdministrator(): Promise<Omit<Made, 'uid'>> {
  const username = newName();
  const oneTime = `first-${PASSWORD}`;
  const database = JSON.parse(process.env.NUMSIFT_DATABASE_OPTIONS ?? '[]') as string[];
  createAdministrator(database, username, oneTime);
  await replacePassword(username, oneTime);
  return { username, password: PASSWORD };
}

let requester: Promise<string> | undefined;

/** The session of an administrator who asks for what the seeded one approves. */
function requesterSession(): Promise<string> {
  requester ??= makeIndependentAdministrator().then((made) => loginToken(made.username, made.password));
  return requester;
}

/** Corrects a balance, which needs two administrators. */
export async function adjustBalance(
  uid: number,
  amount: number,
  requestId: string,
  reason: string,
): Promise<void> {
  const body = { uid, bucket: 'points', amount, request_id: requestId, reason };
  const asked = await callApi('finance/adjust', body, await requesterSession());
  expect(asked.code, asked.msg).toBe(0);
  const { approval } = asked.data as unknown as { approval: number };
  await asAdministrator('approval/approve', { id: approval });
}
