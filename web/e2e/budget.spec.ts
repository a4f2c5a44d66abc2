/** What the browser fetches until a page is usable: files, texts and calls of real navigations. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { pagesOfTheShell } from './support/pages';
import { expect, logInAsNewCustomer, openAs, setLanguage, test, waitUntilLoaded } from './support/test';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const kB = 1000;

interface Fetched {
  requests: number;
  script: number;
  style: number;
}

/** Paths of everything that `open` makes the browser fetch. */
async function pathsOf(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: Request): void => void paths.push(new URL(request.url()).pathname);
  page.on('request', note);
  await open();
  await waitUntilLoaded(page);
  page.off('request', note);
  return paths;
}

/** Requests and gzipped bytes. */
async function measure(paths: readonly string[]): Promise<Fetched> {
  const size = async (ending: string): Promise<number> => {
    const files = paths.filter((file) => file.startsWith('/assets/') && file.endsWith(ending));
    const sizes = files.map(
      async (file) => gzipSync(await readFile(path.join(DIST, file)), { level: 9 }).length,
    );
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };
  return { requests: paths.length, script: await size('.js'), style: await size('.css') };
}

async function fetchedBy(page: Page, open: () => Promise<unknown>): Promise<Fetched> {
  return measure(await pathsOf(page, open));
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

/** What a page may add to the shell: files and texts, without the calls for its data. */
const OWN = { requests: 8, script: 90 * kB, style: 22 * kB };
const PARTS = 3;
/** A page with nothing but its own file and style sheet. */
const BARE = '/roles';

for (let part = 0; part < PARTS; part += 1) {
  test(`first load: every page stays within its budget, ${part + 1} of ${PARTS}`, async ({
    page,
    context,
    administratorSid,
  }) => {
    test.slow();
    await setLanguage(context, 'en');
    const pages = await pagesOfTheShell(administratorSid);
    expect(pages.length).toBeGreaterThan(30);
    const load = (address: string): Promise<string[]> =>
      pathsOf(page, () => openAs(page, administratorSid, address));
    const isFile = (file: string): boolean => file.startsWith('/assets/');
    const shell = new Set((await load(BARE)).filter((file) => !file.includes('/roles-page-')));
    // The start, the shell with its style sheets, and the texts.
    expect([...shell].filter(isFile).length).toBeGreaterThan(8);
    const report: string[] = [];
    for (const reach of pages.filter((_, index) => index % PARTS === part)) {
      const address = typeof reach === 'string' ? reach : await reach();
      const own = (await load(address)).filter((file) => !shell.has(file));
      const { requests, script, style } = await measure(own.filter(isFile));
      report.push([address, requests, own.length - requests, script, style].join(' '));
      expect.soft(requests, `files of ${address}`).toBeLessThanOrEqual(OWN.requests);
      expect.soft(script, `bytes of JavaScript of ${address}`).toBeLessThanOrEqual(OWN.script);
      expect.soft(style, `bytes of CSS of ${address}`).toBeLessThanOrEqual(OWN.style);
      expect(requests).toBeGreaterThan(0);
    }
    test
      .info()
      .annotations.push({ type: 'files, calls, bytes of JS and CSS', description: report.join('\n') });
  });
}
