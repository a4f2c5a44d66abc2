/** Which operations of the reference are expanded. Expanding all at once is slow. */
import { useState } from 'react';

type Open = ReadonlySet<string>;

export function opened(open: Open, id: string, wanted: boolean): Open {
  const next = new Set(open);
  if (wanted) next.add(id);
  else next.delete(id);
  return next;
}

/** Initially the operation in the URL, else the first one. Later also operations that the URL changes to. */
export function useOpenOperations(
  ids: readonly string[],
  named: string,
): [open: Open, setOpen: (open: Open) => void] {
  const [open, setOpen] = useState<Open>(() => new Set(ids.includes(named) ? [named] : ids.slice(0, 1)));
  const [shownFor, setShownFor] = useState(named);
  if (shownFor !== named) {
    setShownFor(named);
    setOpen(opened(open, named, true));
  }
  return [open, setOpen];
}
