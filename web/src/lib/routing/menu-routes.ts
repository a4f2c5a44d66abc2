/** Converts the server's menu to routes. */
import type { components } from '@/lib/api/schema';
import type { AppRoute } from './app-route';
import { isExternal } from './external-link';

export type MenuEntry = components['schemas']['MenuEntry'];

const HIDDEN_TYPE = 3;

export function menuToRoutes(menu: readonly MenuEntry[]): AppRoute[] {
  return menu.flatMap((entry) => {
    if (hasChildren(entry)) return [groupRoute(entry)];
    if (isExternal(entry.module)) return [pageRoute(entry)];
    const page = pageRoute(entry);
    if (!page.view) return [];
    const parent: AppRoute = {
      path: `/${entry.module}`,
      redirect: page.path,
      meta: { title: entry.title, icon: entry.icon, breadcrumb: false },
      children: [page],
    };
    return [isHidden(entry) ? { ...parent, hidden: true } : parent];
  });
}

function groupRoute(entry: MenuEntry): AppRoute {
  const children = (entry.children ?? []).flatMap((child) => {
    if (hasChildren(child)) return [groupRoute(child)];
    const page = pageRoute(child);
    return page.view || isExternal(page.path) ? [page] : [];
  });
  const route: AppRoute = {
    path: `/${entry.module}`,
    meta: { title: entry.title, icon: entry.icon },
    children,
  };
  const redirect = groupTarget(entry.module, children);
  if (redirect) route.redirect = redirect;
  if (isHidden(entry)) route.hidden = true;
  return route;
}

/** `/{module}/index` if the group has it, else its first visible page. */
function groupTarget(module: string, children: readonly AppRoute[]): string | undefined {
  const index = children.find((child) => child.path === `/${module}/index`);
  if (index) return index.path;
  const first = children.find((child) => !child.hidden && !isExternal(child.path));
  return first?.children ? (first.redirect ?? first.path) : first?.path;
}

function pageRoute(entry: MenuEntry): AppRoute {
  if (isExternal(entry.module)) {
    return { path: entry.module, meta: { title: entry.title, icon: entry.icon } };
  }
  const route: AppRoute = {
    path: `/${entry.module}/${entry.action}`,
    name: `${entry.module}/${entry.action}`,
    view: entry.view,
    meta: {
      title: entry.title,
      icon: entry.icon,
      ...(entry.unavailable ? { unavailable: true } : {}),
    },
  };
  return isHidden(entry) ? { ...route, hidden: true } : route;
}

/** Button entries are children of a page but do not make it a group. */
function hasChildren(entry: MenuEntry): boolean {
  return (entry.children ?? []).some((child) => !isButton(child));
}

function isButton(entry: MenuEntry): boolean {
  return isHidden(entry) && !entry.view;
}

function isHidden(entry: MenuEntry): boolean {
  return entry.type === HIDDEN_TYPE;
}

/** The `module/action` pairs that the menu grants, including groups and buttons. */
export function permissionsOf(menu: readonly MenuEntry[]): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (entries: readonly MenuEntry[]): void => {
    for (const entry of entries) {
      found.add(`${entry.module}/${entry.action}`);
      walk(entry.children ?? []);
    }
  };
  walk(menu);
  return found;
}
