import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Selected } from './selection';
import type { TableRules, TableState } from './table-state';
import { useEmptyText } from './use-empty-text';
import { type Listed, listOptions } from './use-table-query';
import { type ChangeTable, useTableState } from './use-table-state';

/** Where the rows of a list come from, and what its URL may contain. */
export interface ListSource<Answer extends Listed<unknown>> {
  /** The first part of the query key; usually the name of the call. */
  key: string;
  rules: TableRules;
  fetch: (state: TableState, signal: AbortSignal) => Promise<Answer>;
}

interface Empty {
  title: string;
  hint?: string;
  action?: ReactNode;
}

interface List<Answer> {
  state: TableState;
  change: ChangeTable;
  query: UseQueryResult<Answer>;
  /** Asks again for all pages. */
  refresh: () => Promise<void>;
  selected: Selected;
  select: (selected: Selected) => void;
  /** The props of `DataTable` that follow from the list. */
  table: {
    query: UseQueryResult<Answer>;
    rules: TableRules;
    state: TableState;
    onChange: ChangeTable;
    empty: Empty;
  };
}

/** A list page without its looks: page, sort order and filters in the URL, rows, selection, and what to say if there are none. */
export function useList<Answer extends Listed<unknown>>(
  source: ListSource<Answer>,
  whenEmpty: Empty,
): List<Answer> {
  const { key, rules } = source;
  const queryClient = useQueryClient();
  const [state, change] = useTableState(rules);
  const [selected, select] = useState<Selected>(new Set());
  const query = useQuery(listOptions(source, state));
  const empty = useEmptyText(state, change, whenEmpty);
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: [key] }), [queryClient, key]);
  return {
    state,
    change,
    query,
    refresh,
    selected,
    select,
    table: { query, rules, state, onChange: change, empty },
  };
}
