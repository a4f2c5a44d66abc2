import {
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import type { Selected } from './selection';
import { type TableRules, type TableState, withFilters } from './table-state';
import { useEmptyText } from './use-empty-text';
import { type Listed, listOptions } from './use-table-query';
import { type ChangeTable, useTableState } from './use-table-state';

/** Where the rows of a list come from, and what its URL may contain. */
export interface ListSource<Answer extends Listed<unknown>> {
  /** The first part of the query key; usually the name of the call. */
  key: string;
  rules: TableRules;
  /** Filters that belong to the page: *Clear filters* keeps them. */
  within?: (state: TableState) => Readonly<Record<string, string>>;
  fetch: (state: TableState, signal: AbortSignal) => Promise<Answer>;
}

/** A list that the server sends as a whole. It is filtered, sorted and paged here. */
export interface WholeListSource<Data, Key extends QueryKey, Answer extends Listed<unknown>> {
  key: string;
  rules: TableRules;
  options: (state: TableState) => UseQueryOptions<Data, Error, Data, Key>;
  rows: (data: Data, state: TableState) => Answer;
}

interface Empty {
  title: string;
  hint?: string;
  action?: ReactNode;
}

export interface List<Answer> {
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
  const [state, change] = useTableState(source.rules);
  const within = source.within?.(state) ?? {};
  const asked = source.within ? { ...state, filters: { ...state.filters, ...within } } : state;
  const query = useQuery(listOptions(source, asked));
  return useListParts({ ...source, state, change, query, within, whenEmpty });
}

/** The same for a list that the server sends as a whole. */
export function useWholeList<Data, Key extends QueryKey, Answer extends Listed<unknown>>(
  source: WholeListSource<Data, Key, Answer>,
  whenEmpty: Empty,
): List<Answer> {
  const [state, change] = useTableState(source.rules);
  const query = useQuery<Data, Error, Answer, Key>({
    ...source.options(state),
    select: (data) => source.rows(data, state),
  });
  return useListParts({ ...source, state, change, query, within: {}, whenEmpty });
}

interface Parts<Answer> {
  key: string;
  rules: TableRules;
  state: TableState;
  change: ChangeTable;
  query: UseQueryResult<Answer>;
  within: Readonly<Record<string, string>>;
  whenEmpty: Empty;
}

function useListParts<Answer>(parts: Parts<Answer>): List<Answer> {
  const { key, rules, state, change, query, within, whenEmpty } = parts;
  const queryClient = useQueryClient();
  const [selected, select] = useState<Selected>(new Set());
  const refresh = useCallback(() => queryClient.invalidateQueries({ queryKey: [key] }), [queryClient, key]);
  const chosen = Object.entries(state.filters).filter(([name]) => !Object.hasOwn(within, name));
  const kept = Object.entries(state.filters).filter(([name]) => Object.hasOwn(within, name));
  const empty = useEmptyText(
    { ...state, filters: Object.fromEntries(chosen) },
    (next) => change(withFilters(next, { ...next.filters, ...Object.fromEntries(kept) })),
    whenEmpty,
  );
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
