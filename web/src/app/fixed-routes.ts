/** Routes of every installation. The rest comes from the server's menu. */
import { paths } from '@/config/paths';
import type { AppRoute } from '@/lib/routing/app-route';

export const fixedRoutes: readonly AppRoute[] = [
  {
    path: paths.dashboard,
    name: 'Dashboard',
    view: 'dashboard',
    meta: { title: 'dashboard', icon: 'dashboard', affix: true },
  },
  {
    path: paths.checks,
    name: 'Checks',
    view: 'screening/checks',
    meta: { title: 'checks', icon: 'apps', permission: 'task/create' },
  },
  {
    path: '/gen_number',
    redirect: '/gen_number/index',
    meta: { title: 'number_generation', icon: 'dice' },
    children: [
      {
        path: '/gen_number/index',
        name: 'GenNumber',
        view: 'gen_number/index',
        meta: { title: 'country_number_generation', icon: 'world', permission: 'gen_number/list' },
      },
      {
        path: '/gen_number/follow_up',
        name: 'GenNumberFollowUp',
        view: 'gen_number/follow_up',
        meta: { title: 'custom_number_generation', icon: 'pattern', permission: 'gen_number/list' },
      },
    ],
  },
  {
    path: '/agg_task',
    redirect: '/agg_task/index',
    meta: { title: 'aggregated_task', icon: 'stack', breadcrumb: false },
    children: [
      {
        path: '/agg_task/index',
        name: 'AggTask',
        view: 'agg_task/index',
        meta: { title: 'aggregated_task', icon: 'stack', permission: 'task/create' },
      },
    ],
  },
  {
    path: paths.newTask,
    name: 'NewTask',
    view: 'screening/wizard',
    hidden: true,
    meta: { title: 'new_task', icon: 'list' },
  },
  {
    path: '/task/detail/:id',
    name: 'TaskDetail',
    view: 'task/detail',
    hidden: true,
    meta: { title: 'task_detail', icon: 'list', activeMenu: paths.tasks },
  },
  {
    path: '/user_info',
    redirect: paths.myNotify,
    hidden: true,
    meta: {},
    children: [
      {
        path: paths.myNotify,
        name: 'MyNotify',
        view: 'user_info/notify',
        hidden: true,
        meta: { title: 'account_notifications', icon: 'bell' },
      },
      {
        path: paths.myInvite,
        name: 'MyInvite',
        view: 'user_info/invite',
        hidden: true,
        meta: { title: 'my_invite', icon: 'ticket' },
      },
      {
        path: paths.security,
        name: 'Security',
        view: 'user_info/security',
        hidden: true,
        meta: { title: 'security', icon: 'role' },
      },
    ],
  },
  {
    path: paths.apiInfo,
    name: 'ApiInfo',
    view: 'myinfo/api',
    hidden: true,
    meta: { title: 'api_info', icon: 'api' },
  },
  {
    path: paths.apiReference,
    name: 'ApiReference',
    view: 'docs/api',
    hidden: true,
    meta: { title: 'api_reference', icon: 'api' },
  },
  {
    path: paths.apiErrors,
    name: 'ApiErrors',
    view: 'docs/api/errors',
    hidden: true,
    meta: { title: 'api_errors', icon: 'api' },
  },
  {
    path: paths.apiCookbook,
    name: 'ApiCookbook',
    view: 'docs/api/cookbook',
    hidden: true,
    meta: { title: 'api_cookbook', icon: 'api' },
  },
  {
    path: paths.roles,
    name: 'Roles',
    view: 'roles',
    hidden: true,
    meta: { title: 'switch_role', icon: 'users' },
  },
];
