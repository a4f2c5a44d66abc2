/** The console's routes as plain data, shared by menus, tabs, breadcrumbs and the router. */

export interface RouteMeta {
  /** A key under `menu.`, or the title itself if there is no such key. */
  title?: string;
  icon?: string;
  /** The tab is always open and cannot be closed. */
  affix?: boolean;
  /** The menu item to highlight instead of this route's own. */
  activeMenu?: string;
  /** Roles that may open the route. Open to all if absent. */
  roles?: readonly number[];
  noCache?: boolean;
  breadcrumb?: boolean;
  /** A project that nobody can answer at the moment. Only staff see it. */
  unavailable?: boolean;
  /** The `module/action` pair without which the page cannot work. */
  permission?: string;
}

export interface AppRoute {
  /** Absolute, or an external URL. */
  path: string;
  /** Only a named route becomes a tab. */
  name?: string;
  /** The page's name in the registry. Absent on groups and redirects. */
  view?: string;
  redirect?: string;
  hidden?: boolean;
  /** Known, but the account lacks the permission: leads to /401. */
  forbidden?: boolean;
  meta: RouteMeta;
  children?: readonly AppRoute[];
}
