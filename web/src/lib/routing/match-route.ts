/** Finds the route of a path and its parent groups. */
import { matchPath } from 'react-router';
import type { AppRoute } from './app-route';

/** From the outermost group to the page. Empty if no page has this path. */
export function matchRoute(routes: readonly AppRoute[], pathname: string): AppRoute[] {
  for (const route of routes) {
    if (route.view !== undefined && matchPath(route.path, pathname)) return [route];
    const below = matchRoute(route.children ?? [], pathname);
    if (below.length > 0) return [route, ...below];
  }
  return [];
}

/** All routes, with groups before their children. */
export function flattenRoutes(routes: readonly AppRoute[]): AppRoute[] {
  return routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])]);
}
