import { describe, expect, it } from 'vitest';
import type { AppRoute } from './app-route';
import { resolve } from './resolve';

const routes: AppRoute[] = [
  { path: '/secret', name: 's', view: 's', forbidden: true, hidden: true, meta: {} },
  { path: '/dashboard', name: 'Dashboard', view: 'dashboard', meta: {} },
  {
    path: '/records',
    redirect: '/recharge/list',
    meta: {},
    children: [{ path: '/recharge/list', name: 'r', view: 'recharge', meta: {} }],
  },
];

describe('resolving paths', () => {
  it.each([
    ['/', '', { kind: 'go', to: '/dashboard' }],
    ['/Recharge/LIST', '?page=2', { kind: 'go', to: '/recharge/list?page=2#row' }],
    ['/secret', '', { kind: 'go', to: '/401' }],
    ['/records', '', { kind: 'go', to: '/recharge/list' }],
    ['/redirect/recharge/list', '?page=2', { kind: 'refresh', to: '/recharge/list?page=2#row' }],
    ['/redirect', '', { kind: 'refresh', to: '/' }],
    ['/redirect//evil.example', '', { kind: 'refresh', to: '/evil.example' }],
    ['/nowhere', '', { kind: 'unknown' }],
  ])('%s%s', (pathname, search, expected) => {
    const hash = search ? '#row' : '';
    expect(resolve(routes, { pathname, search, hash })).toEqual(expected);
  });

  it('a page is resolved with its groups, with or without a trailing slash', () => {
    for (const pathname of ['/recharge/list', '/recharge/list/']) {
      const resolved = resolve(routes, { pathname, search: '', hash: '' });
      expect(resolved).toMatchObject({ kind: 'page', route: { path: '/recharge/list' } });
    }
  });
});
