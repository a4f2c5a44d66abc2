/** Tabs of visited views as plain data: opening, closing and refreshing. */
import { TAB_MENU_OFFSET_PX, TAB_MENU_WIDTH_PX } from '@/config/constants';
import { paths } from '@/config/paths';
import type { AppRoute } from '@/lib/routing/app-route';
import { flattenRoutes } from '@/lib/routing/match-route';

export interface Tab {
  path: string;
  /** Includes query and hash. */
  fullPath: string;
  name: string;
  /** A key under `menu.` or the text itself. Absent if the route has no title. */
  title?: string;
  /** What the page shows, such as the name of a task. Shown instead of the title. */
  label?: string;
  affix: boolean;
  noCache: boolean;
}

export function tabOf(route: AppRoute, path: string, fullPath: string): Tab | null {
  if (route.name === undefined) return null;
  return {
    path,
    fullPath,
    name: route.name,
    ...(route.meta.title === undefined ? {} : { title: route.meta.title }),
    affix: route.meta.affix ?? false,
    noCache: route.meta.noCache ?? false,
  };
}

/** Tabs that are always open. */
export function affixTabs(routes: readonly AppRoute[]): Tab[] {
  return flattenRoutes(routes).flatMap((route) => {
    const tab = route.meta.affix ? tabOf(route, route.path, route.path) : null;
    return tab ? [tab] : [];
  });
}

/** After a reload or with a new menu: affixed tabs first, then earlier tabs that the account can still open. */
export function restoreTabs(
  stored: readonly Tab[],
  affixed: readonly Tab[],
  routeOf: (path: string) => AppRoute | undefined,
): Tab[] {
  const rest = stored.flatMap((tab) => {
    const route = tab.affix ? undefined : routeOf(tab.path);
    // The title may be in another language now.
    const again = route && tabOf(route, tab.path, tab.fullPath);
    return again ? [labelled(again, tab.label)] : [];
  });
  return [...affixed, ...rest.filter((tab) => !affixed.some(({ path }) => path === tab.path))];
}

/** One tab per path: another query on the same path updates that tab in place. */
export function visit(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const known = tabs.find(({ path }) => path === tab.path);
  if (!known) return [...tabs, tab];
  if (known.fullPath === tab.fullPath && known.title === tab.title) return tabs;
  return tabs.map((other) => (other.path === tab.path ? labelled(tab, known.label) : other));
}

export function withLabel(tabs: readonly Tab[], path: string, label: string): readonly Tab[] {
  if (!tabs.some((tab) => tab.path === path && tab.label !== label)) return tabs;
  return tabs.map((tab) => (tab.path === path ? { ...tab, label } : tab));
}

function labelled(tab: Tab, label: string | undefined): Tab {
  return label === undefined ? tab : { ...tab, label };
}

export function close(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.filter((tab) => tab.affix || tab.path !== path);
}

export function closeOthers(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.filter((tab) => tab.affix || tab.path === path);
}

export function closeAll(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.filter((tab) => tab.affix);
}

/** Going through this path refreshes the page. */
export function refreshPath(fullPath: string): string {
  return paths.redirect + fullPath;
}

/** Where to go after the active tab is closed. */
export function afterClosing(left: readonly Tab[], closed: Pick<Tab, 'name' | 'fullPath'>): string {
  const last = left.at(-1);
  if (last) return last.fullPath;
  return closed.name === DASHBOARD_NAME ? refreshPath(closed.fullPath) : paths.root;
}

export const DASHBOARD_NAME = 'Dashboard';

/** Keeps the context menu inside the bar. */
export function menuPosition(
  pointer: { x: number; y: number },
  bar: { left: number; width: number },
): { left: number; top: number } {
  return {
    left: Math.min(pointer.x - bar.left + TAB_MENU_OFFSET_PX, bar.width - TAB_MENU_WIDTH_PX),
    top: pointer.y,
  };
}

export interface Extent {
  left: number;
  width: number;
}

/** The scroll position at which the active tab and both its neighbours are visible. */
export function scrollToShow(
  active: Extent,
  neighbours: { previous?: Extent | undefined; next?: Extent | undefined },
  bar: { scrollLeft: number; width: number },
  spacing: number,
): number {
  const first = neighbours.previous ?? active;
  const last = neighbours.next ?? active;
  const start = Math.max(0, first.left - spacing);
  const end = last.left + last.width + spacing;
  if (start < bar.scrollLeft) return start;
  if (end > bar.scrollLeft + bar.width) return end - bar.width;
  return bar.scrollLeft;
}
