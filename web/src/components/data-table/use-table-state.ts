import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readTableState, type TableRules, type TableState, writeTableState } from './table-state';

/** `replace` corrects the address instead of adding to the history. */
export type ChangeTable = (next: TableState, options?: { replace?: boolean }) => void;

/** The table state in the URL of its own tab. */
export function useTableState(rules: TableRules): [TableState, ChangeTable] {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  // The URL changes slightly after the click. Until then the requested state applies, so that a second click
  // builds on the first instead of undoing it.
  const [asked, setAsked] = useState<{ before: string; state: TableState } | null>(null);
  if (asked && asked.before !== address) setAsked(null);
  const read = useMemo(() => readTableState(params, rules), [params, rules]);
  const state = asked?.before === address ? asked.state : read;
  const change = useCallback<ChangeTable>(
    (next, { replace = false } = {}) => {
      setAsked({ before: address, state: next });
      setParams(writeTableState(next, rules), { replace });
    },
    [address, setParams, rules],
  );
  return [state, change];
}
