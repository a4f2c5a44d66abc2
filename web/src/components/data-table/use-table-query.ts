import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { TableState } from './table-state';

export interface Listed<Row> {
  items: readonly Row[];
  total: number;
}

/** One page of rows; the rows of the last page stay while the next one loads. */
export function useTableQuery<Answer extends Listed<unknown>>(
  name: string,
  state: TableState,
  fetchPage: (state: TableState, signal: AbortSignal) => Promise<Answer>,
): UseQueryResult<Answer> {
  const { pathname } = useLocation();
  return useQuery({
    queryKey: [name, state],
    queryFn: ({ signal }) => fetchPage(state, signal),
    placeholderData: keepPreviousData,
    // Lets the refresh of a tab find what that tab has fetched.
    meta: { viewPath: pathname },
  });
}
