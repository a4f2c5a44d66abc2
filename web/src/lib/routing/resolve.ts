/** Resolves a path once the menu's routes exist. */
import { paths } from '@/config/paths';
import type { AppRoute } from './app-route';
import { isRefreshPath } from './breadcrumb';
import { flattenRoutes, matchRoute } from './match-route';

export type Resolved =
  | { kind: 'page'; matched: readonly AppRoute[]; route: AppRoute }
  | { kind: 'go'; to: string }
  /** The refresh helper renders nothing and redirects. */
  | { kind: 'refresh'; to: string }
  | { kind: 'unknown' };

export function resolve(
  routes: readonly AppRoute[],
  location: { pathname: string; search: string; hash: string },
): Resolved {
  const pathname = location.pathname.replace(/(.)\/+$/, '$1');
  if (pathname === paths.root) return { kind: 'go', to: paths.dashboard };
  if (isRefreshPath(pathname)) {
    const rest = pathname.slice(paths.redirect.length).replace(/^\/+/, '/');
    return { kind: 'refresh', to: (rest || paths.root) + location.search + location.hash };
  }
  const matched = matchRoute(routes, pathname);
  const route = matched.at(-1);
  if (route?.forbidden) return { kind: 'go', to: paths.noPermission };
  // Paths match in any case, but tabs and pages expect one spelling.
  if (route && !route.path.includes(':') && route.path !== pathname) {
    return { kind: 'go', to: route.path + location.search + location.hash };
  }
  if (route) return { kind: 'page', matched, route };
  const group = flattenRoutes(routes).find(
    ({ path, redirect }) => path === pathname && redirect !== undefined,
  );
  return group?.redirect === undefined ? { kind: 'unknown' } : { kind: 'go', to: group.redirect };
}
