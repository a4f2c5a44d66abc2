/** Sidebar items for the routes of an account. */
import type { AppRoute } from '@/lib/routing/app-route';
import { isExternal } from '@/lib/routing/external-link';

export interface SidebarLink {
  kind: 'link';
  path: string;
  title: string | undefined;
  icon: string | undefined;
  external: boolean;
  unavailable: boolean;
}

export interface SidebarGroup {
  kind: 'group';
  path: string;
  title: string | undefined;
  icon: string | undefined;
  children: readonly SidebarItem[];
}

export type SidebarItem = SidebarLink | SidebarGroup;

export function sidebarItems(routes: readonly AppRoute[]): SidebarItem[] {
  return routes.flatMap((route) => {
    const item = route.hidden ? null : itemOf(route);
    return item ? [item] : [];
  });
}

function itemOf(route: AppRoute): SidebarItem | null {
  const visible = (route.children ?? []).filter(({ hidden }) => !hidden);
  const [only] = visible;
  if (only && visible.length === 1 && !only.children) return link(only, route.meta.icon);
  if (visible.length > 0) {
    const children = sidebarItems(visible);
    return { kind: 'group', path: route.path, title: route.meta.title, icon: route.meta.icon, children };
  }
  return route.view !== undefined || isExternal(route.path) ? link(route) : null;
}

function link(route: AppRoute, parentIcon?: string): SidebarLink {
  return {
    kind: 'link',
    path: route.path,
    title: route.meta.title,
    icon: route.meta.icon || parentIcon,
    external: isExternal(route.path),
    unavailable: route.meta.unavailable === true,
  };
}

/** The item to highlight: `activeMenu` of the route, else its own path. */
export function activePath(route: AppRoute | undefined, pathname: string): string {
  return route?.meta.activeMenu ?? pathname;
}

export function contains(item: SidebarItem, path: string): boolean {
  return item.kind === 'link' ? item.path === path : item.children.some((child) => contains(child, path));
}

/** All links with their parent groups, for searching. */
export function allLinks(
  items: readonly SidebarItem[],
  above: readonly (string | undefined)[] = [],
): { link: SidebarLink; above: readonly (string | undefined)[] }[] {
  return items.flatMap((item) =>
    item.kind === 'link' ? [{ link: item, above }] : allLinks(item.children, [...above, item.title]),
  );
}
