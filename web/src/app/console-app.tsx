/** Everything except login: status pages, pages inside the shell, and the public documentation. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '@/config/paths';
import { loadWithRetry } from '@/lib/load-with-retry';
import { useSessionStore } from '@/lib/session/session-store';
import { SwitchingBar } from '@/shell/session/switching-bar';
import { Shell } from '@/shell/shell';
import { Page } from './page';
import { preloadPage, useLinkPreload } from './preload-page';
import { queryClient } from './query-client';
import { useLanguageRefresh } from './use-language-refresh';
import { useSessionRefresh } from './use-session-refresh';

// Rarely needed, so loaded on demand.
const NoPermissionPage = lazy(() => loadWithRetry(() => import('@/features/status/no-permission-page')));
const NotFoundPage = lazy(() => loadWithRetry(() => import('@/features/status/not-found-page')));
const PublicDocs = lazy(() => loadWithRetry(() => import('./public-docs')));

/** Loads the page of a path ahead of time. */
export const preload = (pathname: string): void => preloadPage(pathname);

const renderView = (view: string) => <Page view={view} />;

export default function ConsoleApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <Pages />
    </QueryClientProvider>
  );
}

function Pages() {
  const { pathname } = useLocation();
  const open = useSessionStore((session) => session.token === null);
  useSessionRefresh();
  useLanguageRefresh();
  useLinkPreload();
  return (
    <>
      {open ? (
        <Suspense fallback={null}>
          <PublicDocs renderView={renderView} />
        </Suspense>
      ) : pathname === paths.notFound || pathname === paths.noPermission ? (
        <>
          <SwitchingBar />
          <Suspense fallback={null}>
            {pathname === paths.notFound ? <NotFoundPage /> : <NoPermissionPage />}
          </Suspense>
        </>
      ) : (
        <Shell renderView={renderView} />
      )}
    </>
  );
}
