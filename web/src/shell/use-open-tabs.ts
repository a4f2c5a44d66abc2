import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AppRoute } from '@/lib/routing/app-route';
import { matchRoute } from '@/lib/routing/match-route';
import type { Resolved } from '@/lib/routing/resolve';
import { useRecentPages } from './command-menu/recent-pages';
import { tabOf } from './tags-view/tabs';
import { useTabsStore } from './tags-view/tabs-store';

/** Keeps the tabs in sync with the URL. Returns the path of the visible page, if any. */
export function useOpenTabs(routes: readonly AppRoute[], resolved: Resolved): string | null {
  const { pathname, search, hash } = useLocation();
  const startedFor = useRef<readonly AppRoute[] | null>(null);
  const route = resolved.kind === 'page' ? resolved.route : null;
  const path = pathname.replace(/(.)\/+$/, '$1');

  // Runs before paint: a page is rendered only after its tab exists, so that it mounts once.
  useLayoutEffect(() => {
    const store = useTabsStore.getState();
    if (startedFor.current !== routes) {
      startedFor.current = routes;
      store.start(routes, (candidate) => matchRoute(routes, candidate).at(-1));
    }
    const tab = route && tabOf(route, path, path + search + hash);
    if (tab) store.visit(tab);
  }, [routes, route, path, search, hash]);

  useEffect(() => {
    if (route && !route.hidden) useRecentPages.getState().visit(path);
  }, [route, path]);

  return route ? path : null;
}
