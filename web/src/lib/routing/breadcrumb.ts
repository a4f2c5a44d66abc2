/** Breadcrumbs: Dashboard first, then every titled route down to the page. */
import { paths } from '@/config/paths';
import type { AppRoute } from './app-route';

export interface Crumb {
  title: string;
  /** Absent on the last crumb, which is plain text. */
  to?: string;
}

const DASHBOARD_TITLE = 'dashboard';

export function breadcrumbTrail(matched: readonly AppRoute[]): Crumb[] {
  const titled = matched.filter(({ meta }) => meta.title !== undefined && meta.breadcrumb !== false);
  const crumbs = titled.map((route) => ({ title: route.meta.title ?? '', to: route.redirect ?? route.path }));
  if (crumbs[0]?.to !== paths.dashboard) crumbs.unshift({ title: DASHBOARD_TITLE, to: paths.dashboard });
  return crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { title: crumb.title } : crumb));
}

/** Breadcrumbs do not change while a refresh goes through `/redirect`. */
export function isRefreshPath(pathname: string): boolean {
  return pathname === paths.redirect || pathname.startsWith(`${paths.redirect}/`);
}
