/** What a page can ask of the frame around it, without knowing the frame. */

export type PageRequest =
  | { kind: 'top_up'; what: 'points' | 'quota' }
  /** The page has done its work: its tab is of no more use. */
  | { kind: 'close_tab'; path: string };

type Listener = (request: PageRequest) => void;
const listeners = new Set<Listener>();

export function askShell(request: PageRequest): void {
  for (const listener of listeners) listener(request);
}

/** Returns how to stop listening. */
export function onPageRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
