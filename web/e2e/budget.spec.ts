/** What the browser fetches until the first pages are usable. tools/budget.mjs checks the other pages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, logInAsNewCustomer, test, waitUntilLoaded } from './support/test';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const kB = 1000;

interface Fetched {
  requests: number;
  script: number;
  style: number;
}

/** Requests and gzipped bytes of everything that `open` makes the browser fetch. */
async function fetchedBy(page: Page, open: () => Promise<unknown>): Promise<Fetched> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  await open();
  await waitUntilLoaded(page);
  const size = async (ending: string): Promise<number> => {
    const files = urls.filter((url) => url.startsWith('/assets/') && url.endsWith(ending));
    const sizes = files.map(
      async (file) => gzipSync(await readFile(path.join(DIST, file)), { level: 9 }).length,
    );
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };
  return { requests: urls.length, script: await size('.js'), style: await size('.css') };
}

function check({ requests, script, style }: Fetched, limit: Fetched): void {
  expect.soft(requests, 'requests').toBeLessThanOrEqual(limit.requests);
  expect.soft(script, 'bytes of JavaScript').toBeLessThanOrEqual(limit.script);
  expect.soft(style, 'bytes of CSS').toBeLessThanOrEqual(limit.style);
  // A check that counts nothing would always pass.
  expect(script).toBeGreaterThan(50 * kB);
}

test('first load: login and dashboard stay within their budgets', async ({ page, context }) => {
  const login = await fetchedBy(page, () => page.goto('/login'));
  check(login, { requests: 12, script: 160 * kB, style: 25 * kB });
  const fresh = await context.newPage();
  const dashboard = await fetchedBy(fresh, () => logInAsNewCustomer(fresh));
  check(dashboard, { requests: 25, script: 240 * kB, style: 25 * kB });
  test.info().annotations.push({ type: 'budget', description: JSON.stringify({ login, dashboard }) });
});
