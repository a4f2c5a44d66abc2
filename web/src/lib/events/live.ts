/** What the server tells open pages at once: who wants to know, and whether the server can tell at present. */
import { create } from 'zustand';

export const LIVE_EVENTS = ['notify', 'balance', 'session', 'task', 'list', 'export'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** While `connected` is false, whoever needs news has to ask for them. */
export const useLive = create<{ connected: boolean }>(() => ({ connected: false }));

type Listener = (data: string) => void;
const listeners = new Map<LiveEvent, Set<Listener>>();

/** Returns how to stop listening. */
export function onLiveEvent(event: LiveEvent, listener: Listener): () => void {
  const known = listeners.get(event) ?? new Set();
  listeners.set(event, known.add(listener));
  return () => known.delete(listener);
}

/** Kinds that only a newer console knows are passed over. */
export function tellLive(event: string, data: string): void {
  const known = LIVE_EVENTS.find((candidate) => candidate === event);
  if (known) for (const listener of listeners.get(known) ?? []) listener(data);
}
