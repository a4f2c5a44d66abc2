import { QUERY_STALE_MS } from '@/config/constants';
import { ConsoleQueryClient, reportingMutations, reportingQueries } from '@/lib/query-client';
import { onSessionEnd } from '@/lib/session/session';

export const queryClient = new ConsoleQueryClient({
  mutationCache: reportingMutations(),
  queryCache: reportingQueries(),
  defaultOptions: {
    queries: { staleTime: QUERY_STALE_MS, retry: false, refetchOnWindowFocus: false },
  },
});

// Cached data of one account must not be shown to the next.
onSessionEnd(() => queryClient.clear());
