/** The console's own addresses; those of server-driven pages come from the menu. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  authRedirect: '/auth-redirect',
  dashboard: '/dashboard',
  notFound: '/404',
  noPermission: '/401',
  roles: '/roles',
  redirect: '/redirect',
  myNotify: '/user_info/notify',
  apiInfo: '/myinfo/api',
} as const;

/** Open without a session. */
export const PUBLIC_PATHS: readonly string[] = [paths.login, paths.register, paths.authRedirect];
