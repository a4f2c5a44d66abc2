/** List events from the server. */
import { number, object, string } from 'zod/mini';
import { LIST_STATES, type ListState, type ListView } from '@/lib/screening/list-types';

const newsSchema = object({
  id: number(),
  state: string(),
  done: number(),
  total: number(),
});

export interface ListEvent {
  id: number;
  state: ListState;
  done: number;
  total: number;
}

/** Returns null for unreadable events. The next fetch corrects the state. */
export function readListEvent(text: string): ListEvent | null {
  try {
    const parsed = newsSchema.safeParse(JSON.parse(text));
    const state = LIST_STATES.find((known) => known === parsed.data?.state);
    return parsed.success && state ? { ...parsed.data, state } : null;
  } catch {
    return null;
  }
}

/** Events can arrive before older responses: progress never decreases and a final state does not change. */
export function applyListEvent(list: ListView, { state, done, total }: ListEvent): ListView {
  if (list.state !== 'analysing' || state !== 'analysing') return list;
  if (list.progress && list.progress.done > done) return list;
  return { ...list, progress: { done, total } };
}
