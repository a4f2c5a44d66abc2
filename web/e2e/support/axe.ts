/** Accessibility, looked at by axe inside the page. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { settled } from './test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that are about colours, the only thing that another scheme changes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe calls serious or critical, each with the elements it is about; of all rules or of some. */
export async function accessFaults(page: Page, rules?: string[]): Promise<string[]> {
  // Kept by the page until it loads anew.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  return page.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    const isBusy = (): boolean =>
      [...document.querySelectorAll('[aria-busy="true"]')].some((element) => element.checkVisibility());
    // What begins to load while axe looks is dimmed then, which is nobody's fault: it looks again.
    let busy = true;
    const watch = new MutationObserver(() => {
      busy ||= isBusy();
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-busy'],
    });
    let violations: axe.Result[] = [];
    for (let look = 0; busy && look < 5; look += 1) {
      busy = isBusy();
      ({ violations } = await here.run(document, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: { type: 'rule', values: only } } : {}),
      }));
    }
    watch.disconnect();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
}

const DEVICES = [
  { device: 'desktop', width: 1440 },
  { device: 'mobile', width: 390 },
];

/** Axe finds nothing serious, wide and narrow, light and dark. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const { device, width } of DEVICES) {
    await page.setViewportSize({ width, height: 844 });
    // The shell says which of the two it is drawn for.
    await expect(page.locator(`[data-device]:not([data-device="${device}"])`)).toHaveCount(0);
    await settled(page);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      const faults = await accessFaults(page, scheme === 'dark' ? ABOUT_COLOURS : undefined);
      expect.soft(faults, `${name}, ${device}, ${scheme}`).toEqual([]);
    }
  }
}
