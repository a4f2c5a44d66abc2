import { describe, expect, it } from 'vitest';
import { flattenRoutes } from '@/lib/routing/match-route';
import { buildRoutes } from './build-routes';
import { fixedRoutes } from './fixed-routes';
import { isKnownView } from './page-registry';

describe('fixed routes', () => {
  const all = flattenRoutes(buildRoutes(fixedRoutes, [], [1], isKnownView));
  const route = (path: string) => all.find((candidate) => candidate.path === path);

  it.each([
    '/dashboard',
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
    const withOne = buildRoutes(fixedRoutes, [], [3], (view) => view === 'gen_number/index');
    const shown = flattenRoutes(withOne)
      .filter(({ hidden }) => !hidden)
      .map(({ path }) => path);
    expect(shown).toEqual(['/gen_number', '/gen_number/index']);
  });
});
