import { describe, expect, it } from 'vitest';
import type { AppRoute } from '@/lib/routing/app-route';
import { activePath, allLinks, contains, sidebarItems } from './sidebar-items';

const page = (path: string, over: Partial<AppRoute> = {}): AppRoute => ({
  path,
  name: path,
  view: path,
  meta: { title: path, icon: 'file' },
  ...over,
});
const group = (path: string, children: AppRoute[]): AppRoute => ({
  path,
  meta: { title: path, icon: 'folder' },
  children,
});

describe('sidebar: one visible child', () => {
  it('shows the child itself, without a submenu', () => {
    const [item] = sidebarItems([group('/g', [page('/g/a'), page('/g/b', { hidden: true })])]);
    expect(item).toMatchObject({ kind: 'link', path: '/g/a', icon: 'file' });
  });
  it('with its own icon, else the parent’s', () => {
    const [item] = sidebarItems([group('/g', [page('/g/a', { meta: { title: 'a' } })])]);
    expect(item?.icon).toBe('folder');
  });
  it('keeps a submenu when the only child is a group', () => {
    const [item] = sidebarItems([group('/g', [group('/h', [page('/h/a'), page('/h/b')])])]);
    expect(item).toMatchObject({ kind: 'group', children: [{ kind: 'group' }] });
  });
});

describe('sidebar: items', () => {
  it('omits hidden items and empty groups', () => {
    expect(
      sidebarItems([page('/a', { hidden: true }), group('/g', [page('/g/a', { hidden: true })])]),
    ).toEqual([]);
  });
  it('marks external links', () => {
    const route: AppRoute = { path: 'https://help.example', meta: { title: 'help' } };
    expect(sidebarItems([route])).toMatchObject([{ kind: 'link', external: true }]);
  });
  it('active item: meta.activeMenu, else the path', () => {
    expect(activePath(page('/task/1', { meta: { activeMenu: '/task' } }), '/task/1')).toBe('/task');
    expect(activePath(page('/task/1'), '/task/1')).toBe('/task/1');
    expect(activePath(undefined, '/x')).toBe('/x');
  });
  it('finds links with their parent groups', () => {
    const items = sidebarItems([page('/a'), group('/g', [page('/g/a'), page('/g/b')])]);
    expect(allLinks(items).map(({ link, above }) => [link.path, above])).toEqual([
      ['/a', []],
      ['/g/a', ['/g']],
      ['/g/b', ['/g']],
    ]);
    expect(items.map((item) => contains(item, '/g/b'))).toEqual([false, true]);
  });
});
