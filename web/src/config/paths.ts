/** Paths of the console's fixed pages. Those of server-driven pages come from the menu. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  newPassword: '/new_password',
  shared: '/shared',
  authRedirect: '/auth-redirect',
  dashboard: '/dashboard',
  notFound: '/404',
  noPermission: '/401',
  roles: '/roles',
  redirect: '/redirect',
  myNotify: '/user_info/notify',
  myInvite: '/user_info/invite',
  security: '/user_info/security',
  apiInfo: '/myinfo/api',
  apiReference: '/docs/api',
  apiErrors: '/docs/api/errors',
  apiCookbook: '/docs/api/cookbook',
  tasks: '/task/list',
  newTask: '/task/new',
  checks: '/checks',
  lookUp: '/lookup/create',
  aggregatedTask: '/agg_task/index',
  financeRecords: '/finance/list',
  deposits: '/recharge/deposits',
  users: '/user/list',
  projects: '/project/list',
  channels: '/channel/list',
  settings: '/setting/edit',
  wallet: '/recharge/getWallet',
  systemHealth: '/system/health',
  setup: '/system/setup',
} as const;

/** Accessible without a session. */
export const PUBLIC_PATHS: readonly string[] = [
  paths.login,
  paths.register,
  paths.newPassword,
  paths.shared,
  paths.authRedirect,
];

/** Shown without a session in their own layout, with one inside the console. */
export const OPEN_PATHS: readonly string[] = [paths.apiReference, paths.apiErrors, paths.apiCookbook];

export function taskPath(id: number): string {
  return `/task/detail/${id}`;
}

export function newTaskPath(project: string): string {
  return `${paths.newTask}?project=${project}`;
}

/** The page of a project, as in the server's menu. `/finance` is taken by the records of money. */
export function projectPath(category: string, project: string): string {
  return `/${category === 'finance' ? 'finance_check' : category}/${project}`;
}

/** Opens the download of a task's results. */
export const DOWNLOAD_PARAM = 'download';

/** Opens the adjustment of an account's balance: `uid,username`. */
export const ADJUST_PARAM = 'adjust';

export function adjustPath(uid: number, username: string): string {
  return `${paths.financeRecords}?${new URLSearchParams({ [ADJUST_PARAM]: `${uid},${username}` }).toString()}`;
}
