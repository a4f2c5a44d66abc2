import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { readTableState, type TableRules, type TableState, writeTableState } from './table-state';

/** The table's state in the address of its own tab. */
export function useTableState(rules: TableRules): [TableState, (next: TableState) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readTableState(params, rules), [params, rules]);
  return [state, (next) => setParams(writeTableState(next, rules))];
}
