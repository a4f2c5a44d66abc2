/** Live events from the server: subscriptions, and whether the connection is up. */
import { create } from 'zustand';

export const LIVE_EVENTS = ['notify', 'balance', 'session', 'task', 'list', 'export', 'channel'] as const;
export type LiveEvent = (typeof LIVE_EVENTS)[number];

/** While `connected` is false, pages have to poll. */
export const useLiveConnection = create<{ connected: boolean }>(() => ({ connected: false }));

type Listener = (data: string) => void;
const listeners = new Map<LiveEvent, Set<Listener>>();

/** Returns a function that unsubscribes. */
export function onLiveEvent(event: LiveEvent, listener: Listener): () => void {
  const known = listeners.get(event) ?? new Set();
  listeners.set(event, known.add(listener));
  return () => known.delete(listener);
}

/** Ignores event types that this version does not know. */
export function emitLiveEvent(event: string, data: string): void {
  const known = LIVE_EVENTS.find((candidate) => candidate === event);
  if (known) for (const listener of listeners.get(known) ?? []) listener(data);
}
