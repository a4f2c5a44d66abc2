import {
  type DefaultError,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import i18next from 'i18next';
import { SESSION_CODES } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import { toast } from '@/lib/toast';

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: the mutation shows its errors itself. */
    mutationMeta: { quiet?: boolean };
  }
}

/** Shows the errors of all mutations. What else an error means is up to the mutation. */
export function reportingMutations(): MutationCache {
  return new MutationCache({
    onError: (error: DefaultError, _variables, _result, { meta }) => {
      if (!meta?.quiet) toast.failure(error);
    },
  });
}

/**
 * Says once that data on the screen could not be refreshed. Pages keep showing what they have: replacing it with an error would
 * lose what was typed on them. Errors of first loads are shown by the page, ended sessions by the shell.
 */
export function reportingQueries(): QueryCache {
  const failing = new Set<string>();
  return new QueryCache({
    onError: (error, { queryHash, state }) => {
      const ended = error instanceof ApiError && SESSION_CODES.includes(error.code);
      if (state.data === undefined || ended || failing.has(queryHash)) return;
      failing.add(queryHash);
      toast.warning(
        i18next.t('errors.not_refreshed', { reason: error.message || i18next.t('errors.error') }),
      );
    },
    onSuccess: (_data, { queryHash }) => void failing.delete(queryHash),
  });
}

/**
 * Invalidating a query refetches it even if its first fetch is still pending: that one started before the
 * change, and react-query alone would keep its result. The pending fetch is not cancelled but followed by
 * another one, because a query that is invalidated all the time would otherwise never show data.
 * `cancelRefetch: false` waits for the pending fetch only.
 */
export class ConsoleQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options: InvalidateOptions = {},
  ): Promise<void> {
    const asksAgain = filters?.refetchType !== 'none' && options.cancelRefetch !== false;
    const early = asksAgain ? this.getQueryCache().findAll(filters).filter(isFirstOnItsWay) : [];
    const asked = super.invalidateQueries(filters, options);
    await Promise.all([asked, ...early.map(async (query) => this.askAfter(query))]);
  }

  /** One refetch covers all invalidations that happened in the meantime. */
  private async askAfter({ queryHash }: Query): Promise<void> {
    const only = { type: 'active', predicate: (other: Query) => other.queryHash === queryHash } as const;
    await this.refetchQueries(only, { cancelRefetch: false });
    await this.refetchQueries(only, { cancelRefetch: false });
  }
}

function isFirstOnItsWay(query: Query): boolean {
  return query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined;
}
