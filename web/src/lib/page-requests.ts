/** Requests from a page to the shell, so that pages do not import the shell. */

export type PageRequest =
  /** `missing` is the amount to suggest, in 1/10,000 point. */
  | { kind: 'top_up'; what: 'points' | 'quota'; missing?: number }
  /** Names the tab after what the page shows. */
  | { kind: 'name_tab'; path: string; label: string }
  /** The page is done and its tab can be closed. */
  | { kind: 'close_tab'; path: string };

type Listener = (request: PageRequest) => void;
const listeners = new Set<Listener>();

export function requestFromShell(request: PageRequest): void {
  for (const listener of listeners) listener(request);
}

/** Returns a function that unsubscribes. */
export function onPageRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
