/** Everything behind the login: full-screen answers, or a page inside the shell. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { QUERY_STALE_MS } from '@/config/constants';
import { paths } from '@/config/paths';
import { NoPermissionPage } from '@/features/status/no-permission-page';
import { NotFoundPage } from '@/features/status/not-found-page';
import { onLeave } from '@/lib/session/session';
import { Shell } from '@/shell/shell';
import { Page } from './page';

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
  if (pathname === paths.notFound) return <NotFoundPage />;
  if (pathname === paths.noPermission) return <NoPermissionPage />;
  return (
    <QueryClientProvider client={queryClient}>
      <Shell renderView={renderView} />
    </QueryClientProvider>
  );
}
