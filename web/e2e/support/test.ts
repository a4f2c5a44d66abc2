/**
 * What every journey shares: a console opened at the server under test, accounts made on the way, and a watch over
 * what no page may do (break the content security policy, call another host, throw).
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

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

/** Registers a fresh customer and returns its name. */
export async function registerAccount(): Promise<string> {
  const username = newName();
  const answer = await callApi('user/register', { username, password: PASSWORD, invite_code: DEMO.invite });
  expect(answer.code, answer.msg).toBe(0);
  return username;
}

export async function loginToken(username: string, password: string): Promise<string> {
  const answer = await callApi('user/login', { username, password });
  expect(answer.code, answer.msg).toBe(0);
  return answer.data?.sid ?? '';
}

export async function setLanguage(context: BrowserContext, language: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: serverUrl() }]);
}

/** Enters as somebody, without the login form. */
export async function enterAs(
  page: Page,
  username: string,
  password: string,
  path = '/dashboard',
): Promise<string> {
  const sid = await loginToken(username, password);
  await page.context().addCookies([{ name: 'Admin-Token', value: sid, url: serverUrl() }]);
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
  return sid;
}

/** A fresh customer on its dashboard. */
export async function enterAsNew(page: Page, path = '/dashboard'): Promise<string> {
  const username = await registerAccount();
  await enterAs(page, username, PASSWORD, path);
  return username;
}

interface Watch {
  violations: string[];
}

export const test = base.extend<{ watch: Watch }>({
  // The server's address is known only once it runs, which is after the configuration was read.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    await use(serverUrl());
  },
  // oxlint-disable-next-line no-empty-pattern
  extraHTTPHeaders: async ({}, use) => {
    await use(newAddress());
  },
  watch: [
    async ({ context }, use) => {
      const violations: string[] = [];
      await context.exposeBinding('reportViolation', (_, text: string) => {
        violations.push(text);
      });
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const report = (window as unknown as { reportViolation: (text: string) => void }).reportViolation;
          report(`CSP ${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
        });
      });
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== serverUrl())
          violations.push(`request to ${request.url()}`);
      });
      context.on('weberror', (error) => violations.push(`error ${error.error().message}`));
      await use({ violations });
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
