/**
 * The open views. Each is kept alive while its tab is open: hidden views keep their input and run no effects.
 */
import { Activity, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useRoutes } from 'react-router';
import type { AppRoute } from '@/lib/routing/app-route';
import { matchRoute } from '@/lib/routing/match-route';
import { useTabsStore } from '@/shell/tags-view/tabs-store';

export type RenderView = (view: string) => ReactNode;

interface Props {
  routes: readonly AppRoute[];
  /** Null during a refresh, when no view is visible. */
  activePath: string | null;
  renderView: RenderView;
}

export function Views({ routes, activePath, renderView }: Props) {
  const { tabs, alive, generations } = useTabsStore();
  useOwnScroll(activePath);
  return tabs.map((tab) => {
    const active = tab.path === activePath;
    if (!active && !alive.includes(tab.path)) return null;
    const route = matchRoute(routes, tab.path).at(-1);
    if (!route) return null;
    return (
      <Activity key={`${tab.path}#${generations[tab.path] ?? 0}`} mode={active ? 'visible' : 'hidden'}>
        <FrozenView route={route} fullPath={tab.fullPath} renderView={renderView} />
      </Activity>
    );
  });
}

/** Sees the location of its own tab, whatever the browser's location is. */
function FrozenView({
  route,
  fullPath,
  renderView,
}: {
  route: AppRoute;
  fullPath: string;
  renderView: RenderView;
}) {
  return useRoutes([{ path: route.path, element: renderView(route.view ?? '') }], fullPath);
}

/** Restores the scroll position of each view. */
function useOwnScroll(activePath: string | null): void {
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    if (activePath === null) return undefined;
    window.scrollTo(0, positions.current.get(activePath) ?? 0);
    const remember = (): void => {
      positions.current.set(activePath, window.scrollY);
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [activePath]);
}
