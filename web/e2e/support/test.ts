/**
 * What every journey shares: a console opened at the server under test, and a watch over what no page may do (break
 * the content security policy, call another host, throw).
 */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import {
  ADMINISTRATOR,
  loginToken,
  type Made,
  makeAccount,
  newAddress,
  PASSWORD,
  registerAccount,
  serverUrl,
} from './api';

export async function setLanguage(context: BrowserContext, language: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: serverUrl() }]);
}

/** Opens a page in the name of a session. */
export async function openAs(page: Page, sid: string, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'Admin-Token', value: sid, url: serverUrl() }]);
  await page.goto(path);
}

/** Enters as somebody, without the login form. */
export async function enterAs(
  page: Page,
  username: string,
  password: string,
  path = '/dashboard',
): Promise<string> {
  const sid = await loginToken(username, password);
  await openAs(page, sid, path);
  await expect(page.getByRole('main')).toBeVisible();
  return sid;
}

/** Nothing is loading any more. The network is no sign of it: the stream of events never ends. */
export async function settled(page: Page): Promise<void> {
  // By sight and not by role: a dialog hides what is behind it from roles, an open tab that is not shown has headings.
  await expect(page.locator('h1:visible').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
}

/**
 * Asks for the dashboard's figures anew. Not with the pointer: where a call of the page's own was refused before, a
 * dialog stands in its way.
 */
export async function refreshFigures(page: Page): Promise<void> {
  await settled(page);
  await page.getByRole('button', { name: 'Refresh the figures', includeHidden: true }).dispatchEvent('click');
}

/** Goes to a page inside the console, without loading it anew, and waits until that page is the open one. */
export async function visit(page: Page, path: string): Promise<void> {
  await goInside(page, path);
  // A page that is left before it was shown opens no tab.
  await expect(page.getByTestId('tags-bar').locator('[aria-current="page"]')).toHaveAttribute('href', path);
}

/** The same for pages that have no tab, or may not come. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** A fresh customer on its dashboard. */
export async function enterAsNew(page: Page, path = '/dashboard'): Promise<string> {
  const username = await registerAccount();
  await enterAs(page, username, PASSWORD, path);
  return username;
}

/** A super administrator of the test's own, on a page. */
export async function enterAsAdministrator(page: Page, path: string): Promise<Made> {
  const made = await makeAccount(ADMINISTRATOR);
  await enterAs(page, made.username, made.password, path);
  return made;
}

/** Enters, and waits until the server can tell this page its news: what happens earlier is not told. */
export async function listening(page: Page, enter: () => Promise<unknown>): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await enter();
  expect((await connected).headers()['content-type']).toContain('text/event-stream');
}

interface Watch {
  violations: string[];
}

export const test = base.extend<{ watch: Watch }, { administratorSid: string }>({
  // One session for all journeys of a worker that only look: logging in costs more than looking.
  administratorSid: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { username, password } = await makeAccount(ADMINISTRATOR);
      await use(await loginToken(username, password));
    },
    { scope: 'worker' },
  ],
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
