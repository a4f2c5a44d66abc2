import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TableState } from './table-state';

export interface Listed<Row> {
  items: readonly Row[];
  total: number;
}

/** One page of rows. The previous rows stay visible while the next page loads. */
export function listOptions<Answer extends Listed<unknown>>(
  { key, fetch }: { key: string; fetch: (state: TableState, signal: AbortSignal) => Promise<Answer> },
  state: TableState,
) {
  return queryOptions({
    queryKey: [key, state],
    queryFn: ({ signal }) => fetch(state, signal),
    placeholderData: keepPreviousData,
  });
}

/** The rows of a table whose state is not its own. List pages use `useList`. */
export function useTableQuery<Answer extends Listed<unknown>>(
  name: string,
  state: TableState,
  fetchPage: (state: TableState, signal: AbortSignal) => Promise<Answer>,
): UseQueryResult<Answer> {
  return useQuery(listOptions({ key: name, fetch: fetchPage }, state));
}
