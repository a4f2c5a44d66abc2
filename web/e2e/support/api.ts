/** The server under test, asked without a browser, and accounts of a test's own. */
import { expect } from '@playwright/test';

export const DEMO = { password: 'numsift-demo', invite: 'DEMO2026' };
export const PASSWORD = 'correct-horse-battery';

export function serverUrl(): string {
  const url = process.env.NUMSIFT_URL;
  if (!url) throw new Error('the server was not started');
  return url;
}

let counter = 0;

/** A username that no other test has. */
export function newName(): string {
  counter += 1;
  return `e2e-${process.pid}-${counter}-${Math.random().toString(36).slice(2, 7)}`;
}

/** An address of the range that is kept for such uses, as a proxy would report it. */
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

/** Registers a fresh customer and returns its name. */
export async function registerAccount(username = newName()): Promise<string> {
  const answer = await callApi('user/register', { username, password: PASSWORD, invite_code: DEMO.invite });
  expect(answer.code, answer.msg).toBe(0);
  return username;
}

/**
 * The session of the seeded administrator. An account has one session, so nobody may log in as this one: it was opened
 * once, before the first test, and every worker asks with it.
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

/** The numbers that the server gives to kinds of accounts and to the roles it comes with. */
export const ADMINISTRATOR = { account_type: 1, roles: [1] };
export const OPERATOR = { account_type: 2, roles: [2] };
export const CUSTOMER = { account_type: 5, roles: [3] };

/** An account for one test alone: what is logged in elsewhere under the same name would end its session. */
export async function makeAccount(kind: { account_type: number; roles: number[] }): Promise<Made> {
  const username = newName();
  const made = await asAdministrator('user/create', { username, ...kind });
  return { uid: Number(made.uid), username, password: String(made.password) };
}
