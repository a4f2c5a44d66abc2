/** Hidden columns of a table, stored in this browser. */
import { useState } from 'react';
import { array, string } from 'zod/mini';
import { TABLE_COLUMNS_STORAGE_PREFIX } from '@/config/constants';
import { readStored, writeStored } from '@/lib/storage';

/** Stores the hidden columns, so that columns added in a later version are visible. */
export function useHiddenColumns(
  table: string,
): [readonly string[], (column: string, shown: boolean) => void] {
  const key = TABLE_COLUMNS_STORAGE_PREFIX + table;
  const [hidden, setHidden] = useState<readonly string[]>(
    () => readStored(localStorage, key, array(string())) ?? [],
  );
  return [
    hidden,
    (column, shown) => {
      const next = toggle(hidden, column, shown);
      setHidden(next);
      writeStored(localStorage, key, next);
    },
  ];
}

export function toggle(hidden: readonly string[], column: string, shown: boolean): readonly string[] {
  const others = hidden.filter((other) => other !== column);
  return shown ? others : [...others, column];
}
