/** Everything but the login: full-screen answers, a page inside the shell, or the documentation without one. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { QUERY_STALE_MS } from '@/config/constants';
import { paths } from '@/config/paths';
import { NoPermissionPage } from '@/features/status/no-permission-page';
import { NotFoundPage } from '@/features/status/not-found-page';
import { onLeave } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { SwitchingBar } from '@/shell/session/switching-bar';
import { Shell } from '@/shell/shell';
import { OpenDocs } from './open-docs';
import { Page } from './page';
import { useFreshSession } from './use-fresh-session';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: QUERY_STALE_MS, retry: false, refetchOnWindowFocus: false },
  },
});

// What one account was shown is not for the next one.
onLeave(() => queryClient.clear());

const renderView = (view: string) => <Page view={view} />;

export default function Entered() {
  const { pathname } = useLocation();
  const open = useSessionStore((session) => session.token === null);
  useFreshSession();
  return (
    <QueryClientProvider client={queryClient}>
      {open ? (
        <OpenDocs renderView={renderView} />
      ) : pathname === paths.notFound || pathname === paths.noPermission ? (
        <>
          <SwitchingBar />
          {pathname === paths.notFound ? <NotFoundPage /> : <NoPermissionPage />}
        </>
      ) : (
        <Shell renderView={renderView} />
      )}
    </QueryClientProvider>
  );
}
