/** Filters and sort order of a list as a text that can be saved. */
import { readTableState, type TableRules, type TableState, writeTableState } from './table-state';

/** The page and its size are not part of it. */
export function filterText(state: TableState, rules: TableRules): string {
  return writeTableState({ ...state, page: 1, size: rules.defaultSize }, rules).toString();
}

export function hasFilterText(state: TableState, rules: TableRules): boolean {
  return filterText(state, rules) !== '';
}

/** The first page with saved filters. Filters that the list does not have are left out. */
export function stateOfFilter(text: string, rules: TableRules, now: TableState): TableState {
  return { ...readTableState(new URLSearchParams(text), rules), page: 1, size: now.size };
}
