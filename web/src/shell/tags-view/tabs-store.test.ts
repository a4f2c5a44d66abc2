// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { TABS_STORAGE_KEY } from '@/config/constants';
import { clearSession } from '@/lib/session/session';
import { hasUnsavedInput, markUnsaved } from '@/lib/unsaved-input';
import type { Tab } from './tabs';
import { useTabsStore } from './tabs-store';

const tab = (path: string, over: Partial<Tab> = {}): Tab => ({
  path,
  fullPath: path,
  name: path,
  affix: false,
  noCache: false,
  ...over,
});
const home = tab('/dashboard', { affix: true });
const store = () => useTabsStore.getState();

describe('tabs: cache', () => {
  beforeEach(() => {
    clearSession();
    store().visit(home);
    store().visit(tab('/user/list'));
  });

  it('a view is kept alive while its tab is open', () => {
    expect(store().alive).toEqual(['/dashboard', '/user/list']);
    store().close('/user/list');
    expect(store().alive).toEqual(['/dashboard']);
  });

  it('`noCache` views are not kept', () => {
    store().visit(tab('/live', { noCache: true }));
    expect(store().alive).not.toContain('/live');
    expect(store().tabs.map(({ path }) => path)).toContain('/live');
  });

  it('dropping a view gives it a new generation and forgets its unsaved input', () => {
    markUnsaved('form', '/user/list');
    store().dropView('/user/list');
    expect(store().alive).toEqual(['/dashboard']);
    expect(store().generations['/user/list']).toBe(1);
    expect(hasUnsavedInput('/user/list')).toBe(false);
  });

  it('changing the size drops all views', () => {
    store().dropAllViews();
    expect(store().alive).toEqual([]);
    expect(store().tabs).toHaveLength(2);
  });
});

describe('tabs: reload', () => {
  it('open tabs are in session storage, and gone after logout', () => {
    store().visit(tab('/user/list', { fullPath: '/user/list?page=3' }));
    expect(sessionStorage.getItem(TABS_STORAGE_KEY)).toContain('/user/list?page=3');
    useTabsStore.setState({ tabs: [], alive: [] });
    store().start([{ path: '/dashboard', name: 'Dashboard', view: 'd', meta: { affix: true } }], (path) => ({
      path,
      name: path,
      view: path,
      meta: {},
    }));
    expect(store().tabs.map(({ fullPath }) => fullPath)).toEqual(['/dashboard', '/user/list?page=3']);
    markUnsaved('form', '/user/list');
    store().visit(tab('/user/list'));
    clearSession();
    expect(hasUnsavedInput()).toBe(false);
    expect(sessionStorage.getItem(TABS_STORAGE_KEY)).toBeNull();
    expect(store().tabs).toEqual([]);
  });
});
