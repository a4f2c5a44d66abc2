/** Addresses of all pages of the shell. */
import { fixedRoutes } from '../../src/app/fixed-routes';
import { taskPath } from '../../src/config/paths';
import type { AppRoute } from '../../src/lib/routing/app-route';
import { type MenuEntry, menuToRoutes } from '../../src/lib/routing/menu-routes';
import { callApi } from './api';
import { asCaller, customerWithPoints, startTask } from './tasks';
import { expect } from './test';

/** Pages of the shell that need more than the path of their route. */
const ADDRESSES: Readonly<Record<string, string | (() => Promise<string>)>> = {
  'lookup/create': '/lookup/create?numbers=%2B12015550100',
  'screening/wizard': '/task/new?project=whatsapp',
  'task/detail': async () => taskPath(await finishedTask()),
};

export async function finishedTask(): Promise<number> {
  const { sid } = await customerWithPoints(10);
  const id = await startTask(sid, 'whatsapp', 'Checked with axe', 40);
  await expect.poll(async () => (await asCaller(sid, 'task/get', { id })).state).toBe('completed');
  return id;
}

/** One address per page of the shell: the fixed pages and those of an administrator's menu. */
export async function pagesOfTheShell(sid: string): Promise<(string | (() => Promise<string>))[]> {
  const menu: unknown = (await callApi('user/getAuth', {}, sid)).data;
  const addresses = new Map<string, string | (() => Promise<string>)>();
  for (const { view, path } of flatten([...fixedRoutes, ...menuToRoutes(menu as MenuEntry[])])) {
    if (view !== undefined && !addresses.has(view)) addresses.set(view, ADDRESSES[view] ?? path);
  }
  return [...addresses.values()];
}

function flatten(routes: readonly AppRoute[]): AppRoute[] {
  return routes.flatMap((route) => [route, ...flatten(route.children ?? [])]);
}
