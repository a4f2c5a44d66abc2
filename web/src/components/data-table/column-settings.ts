/** Hidden columns of a table. The choice of each account is stored in this browser. */
import { useState } from 'react';
import { array, string } from 'zod/mini';
import { TABLE_COLUMNS_STORAGE_PREFIX } from '@/config/constants';
import { useSessionStore } from '@/lib/session/session-store';
import { readStored, writeStored } from '@/lib/storage';

interface Choosable {
  id: string;
  optional?: boolean;
}

function readChanged(key: string): readonly string[] {
  return readStored(localStorage, key, array(string())) ?? [];
}

/**
 * Stores the columns whose visibility differs from the default, so that columns added in a later version have the
 * default.
 */
export function useHiddenColumns(
  table: string,
  columns: readonly Choosable[],
): [readonly string[], (column: string, shown: boolean) => void] {
  const uid = useSessionStore((session) => session.user?.uid ?? 0);
  const key = `${TABLE_COLUMNS_STORAGE_PREFIX}${uid}:${table}`;
  const [changed, setChanged] = useState(() => readChanged(key));
  const [readFor, setReadFor] = useState(key);
  // Another account has logged in while the table was open.
  if (readFor !== key) {
    setReadFor(key);
    setChanged(readChanged(key));
  }
  const hidden = columns.filter((column) => changed.includes(column.id) !== Boolean(column.optional));
  return [
    hidden.map(({ id }) => id),
    (column, shown) => {
      const optional = columns.some(({ id, optional: hiddenAtFirst }) => id === column && hiddenAtFirst);
      const others = changed.filter((other) => other !== column);
      const next = shown === optional ? [...others, column] : others;
      setChanged(next);
      writeStored(localStorage, key, next);
    },
  ];
}
