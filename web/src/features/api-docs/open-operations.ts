/** Which operations of the reference are unfolded. All at once are more than a browser draws quickly. */
import { useState } from 'react';

type Open = ReadonlySet<string>;

export function opened(open: Open, id: string, wanted: boolean): Open {
  const next = new Set(open);
  if (wanted) next.add(id);
  else next.delete(id);
  return next;
}

/** At first the one that the address names, else the first of them; later also what the address comes to name. */
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
