/** Accessibility checks with axe. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { waitUntilLoaded } from './test';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours, the only ones that the colour scheme affects. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Rules about the names of controls and landmarks. axe leaves the first one out by default and calls the other moderate. */
const ABOUT_NAMES = ['label-content-name-mismatch', 'landmark-unique'];

/** Serious violations and those about names, with their elements, or all violations of the given rules. */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Stays loaded until the page reloads.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  return page.evaluate(
    async ({ only, always }) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const isBusy = (): boolean =>
        [...document.querySelectorAll('[aria-busy="true"]')].some((element) => element.checkVisibility());
      // Content that starts loading during the check is dimmed, so check again.
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
          ...(only
            ? { runOnly: { type: 'rule', values: only } }
            : { rules: Object.fromEntries(always.map((id) => [id, { enabled: true }])) }),
        }));
      }
      watch.disconnect();
      return violations
        .filter(
          ({ id, impact }) => impact === 'serious' || impact === 'critical' || (only ?? always).includes(id),
        )
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    { only: rules, always: ABOUT_NAMES },
  );
}

const DEVICES = [
  { device: 'desktop', width: 1440 },
  { device: 'mobile', width: 390 },
];

/** Expects no serious violations in wide and narrow, light and dark. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const { device, width } of DEVICES) {
    await page.setViewportSize({ width, height: 844 });
    // The shell's attribute says which layout is rendered.
    await expect(page.locator(`[data-device]:not([data-device="${device}"])`)).toHaveCount(0);
    await waitUntilLoaded(page);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
      const faults = await accessibilityViolations(page, scheme === 'dark' ? ABOUT_COLOURS : undefined);
      expect.soft(faults, `${name}, ${device}, ${scheme}`).toEqual([]);
    }
  }
}
