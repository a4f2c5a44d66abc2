/** Loads pages before they are shown. */
import { useEffect } from 'react';
import type { AppRoute } from '@/lib/routing/app-route';
import { matchRoute } from '@/lib/routing/match-route';
import { useSessionStore } from '@/lib/session/session-store';
import { fixedRoutes } from './fixed-routes';
import { isKnownView, loadPage, pageRegistry } from './page-registry';
import { queryClient } from './query-client';

/** The view of a path. Before the menu has arrived, most pages are known by their path alone. */
export function viewOf(routes: readonly AppRoute[] | null, pathname: string): string | undefined {
  const view = matchRoute(routes ?? fixedRoutes, pathname).at(-1)?.view ?? pathname.slice(1);
  return isKnownView(view) ? view : undefined;
}

/** A failure does not matter here: the page is asked for again when it is shown. */
export function preloadPage(pathname: string): void {
  void load(viewOf(useSessionStore.getState().routes, pathname)).catch(() => undefined);
}

async function load(view: string | undefined) {
  const loader = view === undefined ? undefined : pageRegistry[view];
  return view === undefined || loader === undefined ? undefined : loadPage(view, loader);
}

/** Asks for the data of the page that opens with a new session, while the shell is rendered. */
export function prefetchPage(
  routes: readonly AppRoute[],
  location: { pathname: string; search: string },
): void {
  const route = matchRoute(routes, location.pathname).at(-1);
  if (!route || route.forbidden) return;
  load(viewOf(routes, location.pathname)).then(
    (page) => page?.prefetch?.(queryClient, location),
    () => undefined,
  );
}

/** Starts loading a page when the pointer or the focus reaches a link to it. */
export function useLinkPreload(): void {
  useEffect(() => {
    const preload = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link && link.origin === window.location.origin && !link.target) preloadPage(link.pathname);
    };
    document.addEventListener('pointerover', preload, { passive: true });
    document.addEventListener('focusin', preload);
    return () => {
      document.removeEventListener('pointerover', preload);
      document.removeEventListener('focusin', preload);
    };
  }, []);
}
