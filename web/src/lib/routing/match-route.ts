/** Finds the route of an address, with the groups it stands in. */
import { matchPath } from 'react-router';
import type { AppRoute } from './app-route';

/** From the outermost group to the page itself; empty when no page has this address. */
export function matchRoute(routes: readonly AppRoute[], pathname: string): AppRoute[] {
  for (const route of routes) {
    if (route.view !== undefined && matchPath(route.path, pathname)) return [route];
    const below = matchRoute(route.children ?? [], pathname);
    if (below.length > 0) return [route, ...below];
  }
  return [];
}

/** All routes, groups before what they hold. */
export function flattenRoutes(routes: readonly AppRoute[]): AppRoute[] {
  return routes.flatMap((route) => [route, ...flattenRoutes(route.children ?? [])]);
}
