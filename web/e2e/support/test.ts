/**
 * Shared fixtures: a console opened at the server under test, and a check that no page violates the content
 * security policy, calls another host or throws.
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

/** Opens a page with a session. */
export async function openAs(page: Page, sid: string, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'Admin-Token', value: sid, url: serverUrl() }]);
  await page.goto(path);
}

/** Logs in without the login form. */
export async function logInAs(
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

/** Waits until nothing is loading. Network idle does not work, because the event stream never ends. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  // Visible elements instead of roles: a dialog hides the page behind it from roles, and hidden tabs have
  // headings too.
  await expect(page.locator('h1:visible').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
}

/**
 * Refreshes the dashboard's figures. Dispatches the event directly, because an error dialog may cover the
 * button.
 */
export async function refreshFigures(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  await page.getByRole('button', { name: 'Refresh figures', includeHidden: true }).dispatchEvent('click');
}

/** Navigates inside the console without a reload and waits until the page is active. */
export async function visit(page: Page, path: string): Promise<void> {
  await navigateTo(page, path);
  // A page that is left before it was shown opens no tab.
  await expect(page.locator('main')).toHaveAttribute('data-open-page', path);
}

/** The same for pages without a tab, or that may not open. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Logs in as a new customer. */
export async function logInAsNewCustomer(page: Page, path = '/dashboard'): Promise<string> {
  const username = await registerAccount();
  await logInAs(page, username, PASSWORD, path);
  return username;
}

/** Logs in as a new administrator. */
export async function logInAsAdministrator(page: Page, path: string): Promise<Made> {
  const made = await makeAccount(ADMINISTRATOR);
  await logInAs(page, made.username, made.password, path);
  return made;
}

/** Logs in and waits for the event connection: earlier events are not delivered. */
export async function whenConnected(page: Page, enter: () => Promise<unknown>): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await enter();
  expect((await connected).headers()['content-type']).toContain('text/event-stream');
}

interface Watch {
  violations: string[];
}

export const test = base.extend<{ watch: Watch }, { administratorSid: string }>({
  // One session per worker for read-only journeys, because logins are expensive.
  administratorSid: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { username, password } = await makeAccount(ADMINISTRATOR);
      await use(await loginToken(username, password));
    },
    { scope: 'worker' },
  ],
  // The server's address is known only after the configuration is read.
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
