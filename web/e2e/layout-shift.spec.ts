/** Nothing moves while a page loads on a slow connection. */
import type { Page } from '@playwright/test';
import { loginToken, PASSWORD, registerAccount } from './support/api';
import { pagesOfTheShell } from './support/pages';
import { expect, openAs, test, waitUntilLoaded } from './support/test';

/** Half of what Core Web Vitals call good. */
const MOST = 0.05;
const VISITS = 3;
const LATENCY_MS = 100;
const BYTES_PER_S = 1_000_000;

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  });
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Records what moves from the first paint on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    const keep = (entries: PerformanceEntryList): void => void seen.push(...(entries as Shift[]));
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, {
      shifts: () => {
        keep(observer.takeRecords());
        return seen
          .filter(({ hadRecentInput }) => !hadRecentInput)
          .map(({ value, sources }) => ({
            value,
            moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)),
          }));
      },
    });
  });
}

interface Moved {
  value: number;
  moved: string[];
}

async function shiftsOf(page: Page): Promise<Moved[]> {
  await waitUntilLoaded(page);
  return page.evaluate(async () => {
    // The last change is painted and reported.
    for (let frame = 0; frame < 2; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    return (window as unknown as { shifts: () => Moved[] }).shifts();
  });
}

const sumOf = (shifts: Moved[]): number => shifts.reduce((total, { value }) => total + value, 0);

/** The shifts of a page that moves each time it is opened. What other journeys add meanwhile moves it, too, but not each time. */
async function lastingShifts(page: Page, sid: string, address: string): Promise<Moved[]> {
  let shifts: Moved[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await openAs(page, sid, address);
    // oxlint-disable-next-line no-await-in-loop
    shifts = await shiftsOf(page);
    if (sumOf(shifts) < MOST) break;
  }
  return shifts;
}

const VISITORS = [
  { who: 'staff', width: 390 },
  { who: 'customer', width: 390 },
] as const;

for (const { who, width } of VISITORS) {
  test(`no page moves while it loads: ${who}, ${width} pixels wide`, async ({ page, administratorSid }) => {
    test.slow();
    const sid = who === 'staff' ? administratorSid : await loginToken(await registerAccount(), PASSWORD);
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    await slowDown(page);
    for (const reach of await pagesOfTheShell(sid)) {
      const address = typeof reach === 'string' ? reach : await reach();
      const shifts = await lastingShifts(page, sid, address);
      expect.soft(sumOf(shifts), `${address}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST);
    }
  });
}
