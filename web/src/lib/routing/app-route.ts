/** The console's own picture of its routes: plain data that menus, tabs, breadcrumbs and the router share. */

export interface RouteMeta {
  /** A key under `menu.`, or the title itself when no such key exists. */
  title?: string;
  icon?: string;
  /** A tab that is always there and cannot be closed. */
  affix?: boolean;
  /** The menu item to light up instead of this route's own. */
  activeMenu?: string;
  /** Who may open it; open to all when absent. */
  roles?: readonly number[];
  noCache?: boolean;
  breadcrumb?: boolean;
}

export interface AppRoute {
  /** Absolute, or an address outside the console. */
  path: string;
  /** Only a named route becomes a tab. */
  name?: string;
  /** The page's name in the registry; absent on groups and redirects. */
  view?: string;
  redirect?: string;
  hidden?: boolean;
  meta: RouteMeta;
  children?: readonly AppRoute[];
}
