/** Filters routes by role: administrators can open all, others those whose roles overlap. */
import { ADMINISTRATOR_ROLE } from '@/config/constants';
import type { AppRoute } from './app-route';

export function permittedRoutes(routes: readonly AppRoute[], roles: readonly number[]): AppRoute[] {
  if (roles.includes(ADMINISTRATOR_ROLE)) return [...routes];
  return routes.flatMap((route) => {
    if (!mayOpen(route, roles)) return [];
    if (!route.children) return [route];
    return [{ ...route, children: permittedRoutes(route.children, roles) }];
  });
}

function mayOpen(route: AppRoute, roles: readonly number[]): boolean {
  const wanted = route.meta.roles;
  return wanted === undefined || wanted.some((role) => roles.includes(role));
}
