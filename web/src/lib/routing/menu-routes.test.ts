import { describe, expect, it } from 'vitest';
import { type MenuEntry, menuToRoutes, permissionsOf } from './menu-routes';

function entry(over: Partial<MenuEntry>): MenuEntry {
  return {
    module: 'user',
    action: 'list',
    view: 'user/list',
    title: 'user_management',
    icon: 'users',
    type: 2,
    unavailable: false,
    ...over,
  };
}

describe('menu: server entries become routes', () => {
  it('a top-level entry without children redirects to its action', () => {
    const [route] = menuToRoutes([entry({})]);
    expect(route).toMatchObject({ path: '/user', redirect: '/user/list' });
    expect(route?.children).toMatchObject([{ path: '/user/list', view: 'user/list', name: 'user/list' }]);
  });

  it('a group redirects to its index when it has one', () => {
    const children = [entry({ module: 'msg', action: 'line' }), entry({ module: 'msg', action: 'index' })];
    expect(menuToRoutes([entry({ module: 'msg', type: 1, children })])[0]?.redirect).toBe('/msg/index');
  });

  it('a group without an index redirects to its first visible child', () => {
    const children = [
      entry({ module: 'msg', action: 'secret', type: 3 }),
      entry({ module: 'msg', action: 'whatsapp' }),
    ];
    expect(menuToRoutes([entry({ module: 'msg', type: 1, children })])[0]?.redirect).toBe('/msg/whatsapp');
  });

  it('a child lives under its own module', () => {
    const children = [entry({ module: 'recharge', action: 'list' })];
    const [route] = menuToRoutes([entry({ module: 'records', type: 1, children })]);
    expect(route?.children?.[0]?.path).toBe('/recharge/list');
    expect(route?.redirect).toBe('/recharge/list');
  });

  it('type 3 is hidden, and without a page it is not a route', () => {
    const children = [
      entry({ action: 'detail', type: 3 }),
      entry({ action: 'edit', view: '', type: 3 }),
      entry({ action: 'list' }),
    ];
    const [route] = menuToRoutes([entry({ type: 1, children })]);
    expect(route?.children?.map(({ path, hidden }) => [path, hidden])).toEqual([
      ['/user/detail', true],
      ['/user/list', undefined],
    ]);
    expect(menuToRoutes([entry({ view: '', type: 3 })])).toEqual([]);
    expect(menuToRoutes([entry({ type: 3 })])[0]?.hidden).toBe(true);
  });

  it('a page with buttons stays a page, in a group and at the top level', () => {
    const page = entry({ children: [entry({ action: 'edit', view: '', type: 3 })] });
    const [group] = menuToRoutes([entry({ module: 'admin', type: 1, children: [page] })]);
    expect(group?.children).toMatchObject([{ path: '/user/list', view: 'user/list' }]);
    expect(menuToRoutes([page])[0]).toMatchObject({ path: '/user', redirect: '/user/list' });
    expect([...permissionsOf([page])]).toEqual(['user/list', 'user/edit']);
  });

  it('keeps three levels', () => {
    const leaf = entry({ module: 'deep', action: 'leaf' });
    const middle = entry({ module: 'middle', type: 1, children: [leaf] });
    const [route] = menuToRoutes([entry({ module: 'top', type: 1, children: [middle] })]);
    expect(route?.children?.[0]?.children?.[0]?.path).toBe('/deep/leaf');
    expect(route?.redirect).toBe('/deep/leaf');
  });

  it('an external link stays external', () => {
    const [route] = menuToRoutes([entry({ module: 'https://example.org/help', view: '' })]);
    expect(route).toMatchObject({ path: 'https://example.org/help' });
    expect(route?.children).toBeUndefined();
  });

  it('permissions are all module/action pairs, including buttons', () => {
    const children = [entry({ action: 'list' }), entry({ action: 'edit', view: '', type: 3 })];
    expect([...permissionsOf([entry({ module: 'admin', action: '', type: 1, children })])]).toEqual([
      'admin/',
      'user/list',
      'user/edit',
    ]);
  });
});
