/** All routes of an account: the fixed ones and those of its menu, filtered by role. */
import type { AppRoute } from '@/lib/routing/app-route';
import { type MenuEntry, menuToRoutes } from '@/lib/routing/menu-routes';
import { permittedRoutes } from '@/lib/routing/permitted-routes';

interface Account {
  roles: readonly number[];
  permissions: ReadonlySet<string>;
  /** Accounts without quota have no quota records. */
  withQuota: boolean;
}

const QUOTA_RECORDS_VIEW = 'finance/credit';

export function buildRoutes(
  fixed: readonly AppRoute[],
  menu: readonly MenuEntry[],
  account: Account,
  isKnownView: (view: string | undefined) => boolean,
): AppRoute[] {
  const known = hideUnknown(markForbidden(fixed, account.permissions), isKnownView);
  const routes = permittedRoutes([...known, ...menuToRoutes(menu)], account.roles);
  return account.withQuota ? routes : hideView(routes, QUOTA_RECORDS_VIEW);
}

function hideView(routes: readonly AppRoute[], view: string): AppRoute[] {
  return routes.map((route) => ({
    ...route,
    ...(route.children ? { children: hideView(route.children, view) } : {}),
    ...(route.view === view ? { hidden: true } : {}),
  }));
}

/** Pages without the permission they need stay known, so that they lead to /401 instead of /404. */
function markForbidden(routes: readonly AppRoute[], permissions: ReadonlySet<string>): AppRoute[] {
  return routes.map((route) => {
    const { permission } = route.meta;
    const forbidden = permission !== undefined && !permissions.has(permission);
    const children = route.children && markForbidden(route.children, permissions);
    return {
      ...route,
      ...(children ? { children } : {}),
      ...(forbidden ? { forbidden: true, hidden: true } : {}),
    };
  });
}

/**
 * A fixed page that this build does not have stays reachable, since it may be bookmarked, but is hidden from
 * the sidebar.
 */
function hideUnknown(
  routes: readonly AppRoute[],
  isKnownView: (view: string | undefined) => boolean,
): AppRoute[] {
  return routes.map((route) => {
    const children = route.children && hideUnknown(route.children, isKnownView);
    const empty = children ? children.every(({ hidden }) => hidden) : !isKnownView(route.view);
    return { ...route, ...(children ? { children } : {}), ...(empty ? { hidden: true } : {}) };
  });
}
