/** What the server's events tell about a list. */
import { number, object, string } from 'zod/mini';
import { LIST_STATES, type ListState, type ListView } from '@/lib/screening/list-types';

const newsSchema = object({
  id: number(),
  state: string(),
  done: number(),
  total: number(),
});

export interface ListNews {
  id: number;
  state: ListState;
  done: number;
  total: number;
}

/** Null for what cannot be read: the next answer tells it all again. */
export function readListNews(text: string): ListNews | null {
  try {
    const parsed = newsSchema.safeParse(JSON.parse(text));
    const state = LIST_STATES.find((known) => known === parsed.data?.state);
    return parsed.success && state ? { ...parsed.data, state } : null;
  } catch {
    return null;
  }
}

/** Events can overtake answers: progress never goes back, and what is over stays over. */
export function withNews(list: ListView, { state, done, total }: ListNews): ListView {
  if (list.state !== 'analysing' || state !== 'analysing') return list;
  if (list.progress && list.progress.done > done) return list;
  return { ...list, progress: { done, total } };
}
