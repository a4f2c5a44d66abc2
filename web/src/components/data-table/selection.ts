/** Selected rows. The selection is kept across pages. */

export type RowKey = string | number;
export type Selected = ReadonlySet<RowKey>;

export function toggleRow(selected: Selected, key: RowKey): Selected {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Selects all rows of a page, or clears them if all are selected. */
export function togglePage(selected: Selected, page: readonly RowKey[]): Selected {
  const next = new Set(selected);
  const all = pageState(selected, page) === 'all';
  for (const key of page) {
    if (all) next.delete(key);
    else next.add(key);
  }
  return next;
}

export function pageState(selected: Selected, page: readonly RowKey[]): 'none' | 'some' | 'all' {
  const ticked = page.filter((key) => selected.has(key)).length;
  if (ticked === 0) return 'none';
  return ticked === page.length ? 'all' : 'some';
}
