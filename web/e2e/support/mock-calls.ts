/**
 * Simulates conditions that a healthy server does not produce: one call is answered differently, the rest is
 * real.
 */
import type { Page } from '@playwright/test';

interface Envelope {
  code: number;
  msg: string;
  data: unknown;
}

export async function mockCall(page: Page, call: string, answer: Envelope): Promise<void> {
  await page.route(`**/api/${call}`, (route) => route.fulfill({ json: answer }));
}

export interface MenuEntry {
  module: string;
  action: string;
  view: string;
  title: string;
  icon: string;
  type: number;
  children?: MenuEntry[];
}

export function entry(over: Partial<MenuEntry>): MenuEntry {
  return { module: 'm', action: 'index', view: 'not/built', title: 'raw', icon: 'file', type: 2, ...over };
}

export async function mockMenu(page: Page, menu: MenuEntry[]): Promise<void> {
  await mockCall(page, 'user/getAuth', { code: 0, msg: '', data: menu });
}
