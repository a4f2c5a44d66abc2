import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import type { AppRoute } from '@/lib/routing/app-route';
import { matchRoute } from '@/lib/routing/match-route';
import { resolve, type Resolved } from '@/lib/routing/resolve';
import { useRecentPages } from './command-menu/recent-pages';
import { tabOf } from './tags-view/tabs';
import { useTabsStore } from './tags-view/tabs-store';

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** The routes that the tabs were restored for. */
let startedFor: readonly AppRoute[] | null = null;

const pathOf = ({ pathname }: Place): string => pathname.replace(/(.)\/+$/, '$1');

function visit(routes: readonly AppRoute[], route: AppRoute | null, place: Place): void {
  const store = useTabsStore.getState();
  if (startedFor !== routes) {
    startedFor = routes;
    store.start(routes, (candidate) => matchRoute(routes, candidate).at(-1));
  }
  const path = pathOf(place);
  const tab = route && tabOf(route, path, path + place.search + place.hash);
  if (tab) store.visit(tab);
}

/** Opens the tab of the first page before the shell is rendered, so that both are rendered together. */
export function openFirstTab(routes: readonly AppRoute[], place: Place): void {
  const resolved = resolve(routes, place);
  if (resolved.kind === 'page') visit(routes, resolved.route, place);
}

/** Keeps the tabs in sync with the URL. Returns the path of the visible page, if any. */
export function useOpenTabs(routes: readonly AppRoute[], resolved: Resolved): string | null {
  const { pathname, search, hash } = useLocation();
  const route = resolved.kind === 'page' ? resolved.route : null;
  const path = pathOf({ pathname, search, hash });

  // Runs before paint: a page is rendered only after its tab exists, so that it mounts once.
  useLayoutEffect(
    () => visit(routes, route, { pathname, search, hash }),
    [routes, route, pathname, search, hash],
  );

  useEffect(() => {
    if (route && !route.hidden) useRecentPages.getState().visit(path);
  }, [route, path]);

  return route ? path : null;
}
