/** Page, sort order and filters of a table in the URL, so that they survive reloads and can be shared. */

export interface Sort {
  column: string;
  descending: boolean;
}

export interface TableState {
  page: number;
  size: number;
  sort: Sort | null;
  filters: Readonly<Record<string, string>>;
}

export interface TableRules {
  defaultSize: number;
  sizes: readonly number[];
  sortable: readonly string[];
  filters: readonly string[];
}

/** Returns a valid state for any query string. */
export function readTableState(params: URLSearchParams, rules: TableRules): TableState {
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const filters: Record<string, string> = {};
  for (const name of rules.filters) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: rules.sizes.includes(size) ? size : rules.defaultSize,
    sort: readSort(params.get('sort'), rules.sortable),
    filters,
  };
}

function readSort(text: string | null, sortable: readonly string[]): Sort | null {
  if (!text) return null;
  const descending = text.startsWith('-');
  const column = descending ? text.slice(1) : text;
  return sortable.includes(column) ? { column, descending } : null;
}

export function sortText(sort: Sort | null): string | null {
  return sort && (sort.descending ? '-' : '') + sort.column;
}

/** Omits defaults to keep the URL short. */
export function writeTableState(state: TableState, rules: TableRules): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of rules.filters) {
    const value = state.filters[name];
    if (value) params.set(name, value);
  }
  const sort = sortText(state.sort);
  if (sort) params.set('sort', sort);
  if (state.page > 1) params.set('page', String(state.page));
  if (state.size !== rules.defaultSize) params.set('size', String(state.size));
  return params;
}

/** Changing the sort order or a filter returns to the first page. */
export function withSort(state: TableState, column: string): TableState {
  return { ...state, page: 1, sort: nextSort(state.sort, column) };
}

/** Cycles through ascending, descending and none. */
function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

export function withFilters(state: TableState, filters: Readonly<Record<string, string>>): TableState {
  const kept = Object.entries(filters).flatMap(([name, value]) =>
    value.trim() ? [[name, value.trim()] as const] : [],
  );
  return { ...state, page: 1, filters: Object.fromEntries(kept) };
}

/** The last page, if the requested one is beyond the end of the list. Else null. */
export function pageInstead(
  listed: { items: readonly unknown[]; total: number },
  { page, size }: TableState,
): number | null {
  const last = pageCount(listed.total, size);
  return listed.items.length === 0 && page > last ? last : null;
}

export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}
