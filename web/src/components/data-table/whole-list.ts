/** Sorting and paging of lists that the server sends as a whole. */
import type { Sort, TableState } from './table-state';
import type { Listed } from './use-table-query';

/** What the rows are sorted by, by column. */
export type SortKeys<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Without a sort order the rows stay as they are. Rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: Sort | null,
  keys: SortKeys<Row>,
  language: string,
): readonly Row[] {
  const key = sort ? keys[sort.column] : undefined;
  if (!sort || !key) return rows;
  const words = new Intl.Collator(language, { numeric: true });
  const direction = sort.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return direction * (one - other);
    return direction * words.compare(String(one), String(other));
  });
}

export function pageOf<Row>(
  rows: readonly Row[],
  { page, size }: Pick<TableState, 'page' | 'size'>,
): Listed<Row> {
  return { items: rows.slice((page - 1) * size, page * size), total: rows.length };
}
