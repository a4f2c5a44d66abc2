import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * What is said to be outdated is asked for again, also where its first answer is still on its way: that one was asked
 * for before the change, and the library alone would keep it. It is not called off but asked for once more after it
 * came, since what changes again and again would otherwise never be shown. `cancelRefetch: false` waits for what is on
 * its way and leaves it at that.
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

  /** However many changes there were meanwhile, one question after the answer covers them. */
  private async askAfter({ queryHash }: Query): Promise<void> {
    const only = { type: 'active', predicate: (other: Query) => other.queryHash === queryHash } as const;
    await this.refetchQueries(only, { cancelRefetch: false });
    await this.refetchQueries(only, { cancelRefetch: false });
  }
}

function isFirstOnItsWay(query: Query): boolean {
  return query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined;
}
