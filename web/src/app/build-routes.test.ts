import { describe, expect, it } from 'vitest';
import { flattenRoutes } from '@/lib/routing/match-route';
import { buildRoutes } from './build-routes';
import { fixedRoutes } from './fixed-routes';
import { isKnownView } from './page-registry';

const EVERYTHING = new Set(['gen_number/list', 'task/create']);

describe('fixed routes', () => {
  const all = flattenRoutes(
    buildRoutes(fixedRoutes, [], { roles: [1], permissions: EVERYTHING, withQuota: true }, isKnownView),
  );
  const route = (path: string) => all.find((candidate) => candidate.path === path);

  it.each([
    '/dashboard',
    '/checks',
    '/gen_number/index',
    '/gen_number/follow_up',
    '/agg_task/index',
    '/user_info/notify',
    '/myinfo/api',
    '/roles',
  ])('%s exists', (path) => {
    expect(route(path)?.view).toBeDefined();
  });

  it('the dashboard is named, affixed and visible', () => {
    expect(route('/dashboard')).toMatchObject({ name: 'Dashboard', meta: { affix: true } });
    expect(route('/dashboard')?.hidden).toBeUndefined();
  });

  it.each([['/user_info/notify'], ['/myinfo/api'], ['/roles']])('%s is hidden from the menu', (path) => {
    expect(route(path)?.hidden).toBe(true);
  });

  it('the notifications page is named MyNotify', () => {
    expect(route('/user_info/notify')?.name).toBe('MyNotify');
  });

  it('pages that the build does not have are hidden together with their group', () => {
    const withOne = buildRoutes(
      fixedRoutes,
      [],
      { roles: [3], permissions: EVERYTHING, withQuota: true },
      (view) => view === 'gen_number/index',
    );
    const shown = flattenRoutes(withOne)
      .filter(({ hidden }) => !hidden)
      .map(({ path }) => path);
    expect(shown).toEqual(['/gen_number', '/gen_number/index']);
  });

  it('pages without their permission are hidden together with their group and marked as forbidden', () => {
    const account = { roles: [3], permissions: new Set(['task/create']), withQuota: true };
    const routes = flattenRoutes(buildRoutes(fixedRoutes, [], account, isKnownView));
    expect(routes.filter(({ hidden }) => !hidden).map(({ path }) => path)).toEqual([
      '/dashboard',
      '/checks',
      '/agg_task',
      '/agg_task/index',
    ]);
    expect(routes.filter(({ forbidden }) => forbidden).map(({ path }) => path)).toEqual([
      '/gen_number/index',
      '/gen_number/follow_up',
    ]);
  });

  it('quota records are in the menu of accounts with quota only', () => {
    const entry = {
      module: 'finance',
      action: 'credit',
      view: 'finance/credit',
      title: 'x',
      icon: '',
      type: 2,
      unavailable: false,
    };
    const group = { ...entry, module: 'records', action: '', view: '', type: 1, children: [entry] };
    const hidden = (withQuota: boolean) =>
      flattenRoutes(buildRoutes([], [group], { roles: [3], permissions: EVERYTHING, withQuota }, isKnownView))
        .filter((candidate) => candidate.hidden)
        .map(({ path }) => path);
    expect(hidden(false)).toEqual(['/finance/credit']);
    expect(hidden(true)).toEqual([]);
  });
});
