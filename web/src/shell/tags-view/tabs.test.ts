import { describe, expect, it } from 'vitest';
import type { AppRoute } from '@/lib/routing/app-route';
import {
  affixTabs,
  afterClosing,
  close,
  closeAll,
  closeOthers,
  menuPosition,
  refreshPath,
  restoreTabs,
  scrollToShow,
  type Tab,
  tabOf,
  visit,
  withLabel,
} from './tabs';

function tab(path: string, over: Partial<Tab> = {}): Tab {
  return { path, fullPath: path, name: path, affix: false, noCache: false, ...over };
}

const home = tab('/dashboard', { name: 'Dashboard', affix: true });
const users = tab('/user/list');
const orders = tab('/recharge/list');

const routes: AppRoute[] = [
  { path: '/dashboard', name: 'Dashboard', view: 'dashboard', meta: { title: 'dashboard', affix: true } },
  { path: '/redirect/*', meta: {} },
  { path: '/pinned', view: 'pinned', meta: { affix: true } },
];

describe('tabs: start', () => {
  it('every affixed route with a name is a tab', () => {
    expect(affixTabs(routes).map(({ path }) => path)).toEqual(['/dashboard']);
  });
  it('a route without a name never becomes one', () => {
    expect(tabOf(routes[1] as AppRoute, '/redirect/a', '/redirect/a')).toBeNull();
  });
});

describe('tabs: identity', () => {
  it('a new path adds a tab at the end', () => {
    expect(visit([home], users)).toEqual([home, users]);
  });
  it('the same path again changes nothing', () => {
    const tabs = [home, users];
    expect(visit(tabs, { ...users })).toBe(tabs);
  });
  it('a new query on the same path updates the tab in place', () => {
    const filtered = tab('/user/list', { fullPath: '/user/list?page=2' });
    expect(visit([home, users, orders], filtered)).toEqual([home, filtered, orders]);
  });
});

describe('tabs: close', () => {
  it('closes a tab, but never an affixed one', () => {
    expect(close([home, users], '/user/list')).toEqual([home]);
    expect(close([home, users], '/dashboard')).toEqual([home, users]);
  });
  it.each([
    ['the last remaining tab', [home, orders], users, '/recharge/list'],
    ['the dashboard through /redirect if no tab is left', [], home, '/redirect/dashboard'],
    ['the root if no tab is left and another page was closed', [], users, '/'],
  ])('closing the active tab goes to %s', (_, left, closed, target) => {
    expect(afterClosing(left, closed)).toBe(target);
  });
  it('Close Others keeps affixed tabs', () => {
    expect(closeOthers([home, users, orders], '/recharge/list')).toEqual([home, orders]);
  });
  it('Close All keeps affixed tabs', () => {
    expect(closeAll([home, users, orders])).toEqual([home]);
  });
});

describe('tabs: refresh', () => {
  it('goes through /redirect with the full path', () => {
    expect(refreshPath('/user/list?page=2')).toBe('/redirect/user/list?page=2');
  });
});

describe('tabs: menu position', () => {
  it.each([
    [
      { x: 300, y: 40 },
      { left: 210, width: 1000 },
      { left: 105, top: 40 },
    ],
    [
      { x: 1200, y: 52 },
      { left: 210, width: 1000 },
      { left: 895, top: 52 },
    ],
  ])('pointer %j in bar %j', (pointer, bar, expected) => {
    expect(menuPosition(pointer, bar)).toEqual(expected);
  });
});

describe('tabs: reload', () => {
  it('open tabs are restored, affixed ones first, without forbidden ones', () => {
    const renamed = { ...home, title: 'old' };
    const routeOf = (path: string) =>
      path === '/recharge/list' ? undefined : { path, name: path, view: path, meta: {} };
    expect(restoreTabs([users, renamed, orders], [home], routeOf)).toEqual([home, users]);
  });

  it('a restored tab takes the title of its route and keeps its own label', () => {
    const task = tab('/task/detail/7', { title: '任务', label: 'Spring list' });
    const route = { path: '/task/detail/:id', name: '/task/detail/7', view: 'x', meta: { title: 'Task' } };
    expect(restoreTabs([task], [], () => route)).toEqual([{ ...task, title: 'Task' }]);
  });

  it('a label stays when the query of its page changes', () => {
    const task = tab('/task/detail/7', { label: 'Spring list' });
    const again = tab('/task/detail/7', { fullPath: '/task/detail/7?page=2' });
    expect(visit([home, task], again)[1]).toEqual({ ...again, label: 'Spring list' });
    expect(withLabel([home, task], '/task/detail/7', 'Autumn list')[1]?.label).toBe('Autumn list');
  });
});

describe('tabs: scrolling the active tab and its neighbours into view', () => {
  const at = (left: number) => ({ left, width: 100 });
  it.each([
    ['already visible', at(200), { previous: at(100), next: at(300) }, { scrollLeft: 50, width: 400 }, 50],
    [
      'hidden on the left',
      at(200),
      { previous: at(100), next: at(300) },
      { scrollLeft: 150, width: 400 },
      96,
    ],
    [
      'hidden on the right',
      at(800),
      { previous: at(700), next: at(900) },
      { scrollLeft: 0, width: 400 },
      604,
    ],
    ['the first one', at(0), { next: at(100) }, { scrollLeft: 90, width: 400 }, 0],
    ['the last one', at(900), { previous: at(800) }, { scrollLeft: 0, width: 400 }, 604],
  ])('%s', (_, active, neighbours, bar, expected) => {
    expect(scrollToShow(active, neighbours, bar, 4)).toBe(expected);
  });
});
