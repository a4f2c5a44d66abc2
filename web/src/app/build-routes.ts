/** All routes of an account: the fixed ones and those of its menu, filtered by role. */
import type { AppRoute } from '@/lib/routing/app-route';
import { type MenuEntry, menuToRoutes } from '@/lib/routing/menu-routes';
import { permittedRoutes } from '@/lib/routing/permitted-routes';

export function buildRoutes(
  fixed: readonly AppRoute[],
  menu: readonly MenuEntry[],
  roles: readonly number[],
  isKnownView: (view: string | undefined) => boolean,
): AppRoute[] {
  return permittedRoutes([...hideUnknown(fixed, isKnownView), ...menuToRoutes(menu)], roles);
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
