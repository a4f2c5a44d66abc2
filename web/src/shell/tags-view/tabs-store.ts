/** The open tabs of this window and which views are kept alive. */
import { array, boolean, exactOptional, object, string } from 'zod/mini';
import { create } from 'zustand';
import { TABS_STORAGE_KEY } from '@/config/constants';
import type { AppRoute } from '@/lib/routing/app-route';
import { onSessionEnd } from '@/lib/session/session';
import { readStored, removeStored, writeStored } from '@/lib/storage';
import { forgetUnsaved } from '@/lib/unsaved-input';
import { affixTabs, close, closeAll, closeOthers, restoreTabs, type Tab, visit, withLabel } from './tabs';

const storedTabs = array(
  object({
    path: string(),
    fullPath: string(),
    name: string(),
    title: exactOptional(string()),
    label: exactOptional(string()),
    affix: boolean(),
    noCache: boolean(),
  }),
);

interface TabsState {
  tabs: readonly Tab[];
  /** Paths of views that have been shown since the page was loaded and are kept alive. */
  alive: readonly string[];
  /** Part of the view's React key. Incrementing it drops the view's state. */
  generations: Readonly<Record<string, number>>;
  start: (routes: readonly AppRoute[], routeOf: (path: string) => AppRoute | undefined) => void;
  visit: (tab: Tab) => void;
  setLabel: (path: string, label: string) => void;
  close: (path: string) => readonly Tab[];
  closeOthers: (path: string) => void;
  closeAll: () => readonly Tab[];
  dropView: (path: string) => void;
  dropAllViews: () => void;
}

const EMPTY = { tabs: [], alive: [], generations: {} } as const;

export const useTabsStore = create<TabsState>((set, get) => {
  /** Stores the tabs and drops the views of closed tabs. */
  function show(tabs: readonly Tab[]): readonly Tab[] {
    const open = new Set(tabs.map(({ path }) => path));
    for (const path of get().alive) if (!open.has(path)) forgetUnsaved(path);
    set(({ alive }) => ({ tabs, alive: alive.filter((path) => open.has(path)) }));
    writeStored(sessionStorage, TABS_STORAGE_KEY, tabs);
    return tabs;
  }

  return {
    ...EMPTY,
    start: (routes, routeOf) => {
      const stored = readStored(sessionStorage, TABS_STORAGE_KEY, storedTabs) ?? [];
      show(restoreTabs(stored, affixTabs(routes), routeOf));
    },
    visit: (tab) => {
      const { tabs, alive } = get();
      const next = visit(tabs, tab);
      if (next !== tabs) show(next);
      if (!tab.noCache && !alive.includes(tab.path)) set({ alive: [...alive, tab.path] });
    },
    setLabel: (path, label) => {
      const next = withLabel(get().tabs, path, label);
      if (next !== get().tabs) show(next);
    },
    close: (path) => show(close(get().tabs, path)),
    closeOthers: (path) => void show(closeOthers(get().tabs, path)),
    closeAll: () => show(closeAll(get().tabs)),
    dropView: (path) => {
      forgetUnsaved(path);
      set(({ alive, generations }) => ({
        alive: alive.filter((other) => other !== path),
        generations: { ...generations, [path]: (generations[path] ?? 0) + 1 },
      }));
    },
    dropAllViews: () => {
      for (const path of get().alive) get().dropView(path);
    },
  };
});

onSessionEnd(() => {
  for (const path of useTabsStore.getState().alive) forgetUnsaved(path);
  removeStored(sessionStorage, TABS_STORAGE_KEY);
  useTabsStore.setState(EMPTY);
});
