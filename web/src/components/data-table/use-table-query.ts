import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TableState } from './table-state';

export interface Listed<Row> {
  items: readonly Row[];
  total: number;
}

/** One page of rows. The previous rows stay visible while the next page loads. */
export function useTableQuery<Answer extends Listed<unknown>>(
  name: string,
  state: TableState,
  fetchPage: (state: TableState, signal: AbortSignal) => Promise<Answer>,
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [name, state],
    queryFn: ({ signal }) => fetchPage(state, signal),
    placeholderData: keepPreviousData,
  });
}
