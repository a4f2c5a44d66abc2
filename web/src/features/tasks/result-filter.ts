/** Filters and sort order of results in the URL and in requests. */
import { type TableRules, type TableState, withFilters } from '@/components/data-table/table-state';
import type { ResultFilter, ResultSort } from '@/lib/screening/types';

/** Carrier names contain commas, but not this character. */
const BETWEEN = '|';
const LISTS = ['country', 'kind', 'carrier'] as const;

export type ListFilterName = (typeof LISTS)[number];

/** Each check has its own status filter. */
export const statusName = (check: number): string => `status${check}`;

/** Each column of the upload has its own text filter. */
export const columnName = (column: number): string => `column${column}`;

export function resultRules({ checks, columns }: Filtered): TableRules {
  const statuses = checks.map((_, check) => statusName(check));
  return {
    defaultSize: 20,
    sizes: [20, 50, 100],
    sortable: ['row', ...LISTS, ...statuses],
    filters: [...LISTS, ...statuses, 'number', 'search', ...columns.map((_, column) => columnName(column))],
  };
}

/** The part of a task that its filters depend on. */
export interface Filtered {
  checks: readonly unknown[];
  columns: readonly unknown[];
}

export function chosen(filters: Readonly<Record<string, string>>, name: string): string[] {
  return filters[name]?.split(BETWEEN).filter(Boolean) ?? [];
}

export function toggled(state: TableState, name: string, value: string): TableState {
  const before = chosen(state.filters, name);
  const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value];
  return withFilters(state, { ...state.filters, [name]: after.join(BETWEEN) });
}

/** Omits empty filters. */
export function resultFilter(filters: Readonly<Record<string, string>>, task: Filtered): ResultFilter {
  const statuses = task.checks.map((_, check) => {
    const some = chosen(filters, statusName(check));
    return some.length > 0 ? some : null;
  });
  const [countries, kinds, carriers] = LISTS.map((name) => chosen(filters, name));
  const digits = filters.number?.replace(/\D/g, '') ?? '';
  const search = filters.search?.trim() ?? '';
  const columns = task.columns.map((_, column) => filters[columnName(column)]?.trim() || null);
  return {
    ...(statuses.some((some) => some !== null) ? { statuses } : {}),
    ...(countries?.length ? { countries } : {}),
    ...(kinds?.length ? { kinds } : {}),
    ...(carriers?.length ? { carriers } : {}),
    ...(digits ? { number: digits } : {}),
    ...(search ? { search } : {}),
    ...(columns.some((text) => text !== null) ? { columns } : {}),
  };
}

export function resultSort(sort: TableState['sort']): ResultSort | null {
  if (sort === null) return null;
  const { column, descending } = sort;
  const [, check] = /^status(\d+)$/.exec(column) ?? [];
  if (check !== undefined) return { by: 'status', check: Number(check), descending };
  if (column === 'row') return { by: 'input', descending };
  const by = LISTS.find((name) => name === column);
  return by ? { by, descending } : null;
}
