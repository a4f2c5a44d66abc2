import { describe, expect, it } from 'vitest';
import type { AppRoute } from './app-route';
import { breadcrumbTrail, isRefreshPath } from './breadcrumb';
import { isExternal } from './external-link';
import { type Decision, decide, redirectTarget } from './guard';
import { flattenRoutes, matchRoute } from './match-route';
import { pageTitle } from './page-title';
import { permittedRoutes } from './permitted-routes';

const routes: AppRoute[] = [
  { path: '/dashboard', name: 'Dashboard', view: 'dashboard', meta: { title: 'dashboard', affix: true } },
  {
    path: '/records',
    redirect: '/recharge/list',
    meta: { title: 'records' },
    children: [
      {
        path: '/recharge/list',
        name: 'r',
        view: 'recharge',
        meta: { title: 'recharge_orders', roles: [2, 3] },
      },
      { path: '/income/:id', name: 'i', view: 'income', meta: { title: 'project_income', roles: [2] } },
    ],
  },
];

describe('permission filter', () => {
  const open = (roles: number[]) =>
    flattenRoutes(permittedRoutes(routes, roles))
      .filter(({ view }) => view !== undefined)
      .map(({ path }) => path);
  it.each([
    [[1], ['/dashboard', '/recharge/list', '/income/:id']],
    [[2], ['/dashboard', '/recharge/list', '/income/:id']],
    [[3], ['/dashboard', '/recharge/list']],
    [[9], ['/dashboard']],
    [[], ['/dashboard']],
  ])('roles %j open %j', (roles, expected) => {
    expect(open(roles)).toEqual(expected);
  });
});

describe('matching a path', () => {
  it('returns the parent groups', () => {
    expect(matchRoute(routes, '/recharge/list').map(({ path }) => path)).toEqual([
      '/records',
      '/recharge/list',
    ]);
  });
  it('matches parameters', () => {
    expect(matchRoute(routes, '/income/7').at(-1)?.view).toBe('income');
  });
  it('returns nothing for a group or an unknown path', () => {
    expect(matchRoute(routes, '/records')).toEqual([]);
    expect(matchRoute(routes, '/nowhere')).toEqual([]);
  });
});

describe('breadcrumb', () => {
  it('starts with the dashboard and ends with plain text', () => {
    expect(breadcrumbTrail(matchRoute(routes, '/recharge/list'))).toEqual([
      { title: 'dashboard', to: '/dashboard' },
      { title: 'records', to: '/recharge/list' },
      { title: 'recharge_orders' },
    ]);
  });
  it('does not repeat the dashboard', () => {
    expect(breadcrumbTrail(matchRoute(routes, '/dashboard'))).toEqual([{ title: 'dashboard' }]);
  });
  it('omits `breadcrumb: false` and untitled routes', () => {
    const trail = breadcrumbTrail([
      { path: '/a', meta: { title: 'a', breadcrumb: false } },
      { path: '/b', meta: {} },
      { path: '/c', view: 'c', meta: { title: 'c' } },
    ]);
    expect(trail.map(({ title }) => title)).toEqual(['dashboard', 'c']);
  });
  it.each([
    ['/redirect/user/list', true],
    ['/redirect', true],
    ['/redirected', false],
  ])('%s unchanged during a refresh: %s', (path, passing) => {
    expect(isRefreshPath(path)).toBe(passing);
  });
});

describe('guard', () => {
  const at = (address: string, token: boolean, routesReady: boolean): Decision => {
    const url = new URL(address, 'http://console.test');
    return decide(url, { token, routesReady });
  };
  const rows: [string, string, boolean, boolean, Decision][] = [
    ['no token', '/dashboard', false, false, { kind: 'go', to: '/login?redirect=%2Fdashboard' }],
    [
      'no token: the query survives',
      '/user/list?page=2&q=a%20b',
      false,
      false,
      { kind: 'go', to: '/login?redirect=%2Fuser%2Flist%3Fpage%3D2%26q%3Da%2520b' },
    ],
    ['no token, open page', '/login', false, false, { kind: 'public' }],
    ['no token, open page', '/register', false, false, { kind: 'public' }],
    ['no token, open page', '/auth-redirect?code=1', false, false, { kind: 'public' }],
    ['no token, documentation', '/docs/api/errors#not-found', false, false, { kind: 'public' }],
    ['token, documentation', '/docs/api', true, true, { kind: 'enter' }],
    ['no token on /404', '/404', false, false, { kind: 'go', to: '/login?redirect=%2F404' }],
    ['token on /login', '/login', true, false, { kind: 'go', to: '/' }],
    [
      'token on /login with redirect',
      '/login?redirect=%2Fuser%2Flist',
      true,
      true,
      { kind: 'go', to: '/user/list' },
    ],
    ['token on /register', '/register', true, true, { kind: 'public' }],
    ['first navigation', '/user/list', true, false, { kind: 'load' }],
    ['unknown path waits for the menu', '/nowhere', true, false, { kind: 'load' }],
    ['routes are there', '/user/list', true, true, { kind: 'enter' }],
  ];
  it.each(rows)('%s: %s', (_, address, token, ready, expected) => {
    expect(at(address, token, ready)).toEqual(expected);
  });

  it.each([
    ['', '/'],
    ['?redirect=%2Fuser%2Flist%3Fpage%3D2', '/user/list?page=2'],
    ['?redirect=https%3A%2F%2Fevil.example', '/'],
    ['?redirect=%2F%2Fevil.example', '/'],
    ['?redirect=%2F%5Cevil.example', '/'],
    ['?redirect=%2Flogin', '/'],
    ['?redirect=%2Fregister%3Fa%3D1', '/'],
  ])('login with %s returns to %s', (search, target) => {
    expect(redirectTarget(search)).toBe(target);
  });
});

describe('page title and external links', () => {
  it.each([
    ['Users', 'Users - Numsift'],
    [undefined, 'Numsift'],
  ])('page title of %s is %s', (title, expected) => {
    expect(pageTitle(title, 'Numsift')).toBe(expected);
  });
  it.each([
    ['https://a.example', true],
    ['http://a.example', true],
    ['mailto:a@b.example', true],
    ['tel:+1', true],
    ['/https:', false],
    ['/user', false],
  ])('%s external: %s', (path, external) => {
    expect(isExternal(path)).toBe(external);
  });
});
