/** List events from the server. */
import { nullable, number, object, optional, string } from 'zod/mini';
import { LIST_STATES, type ListState, type ListView } from '@/lib/screening/list-types';

/** Stages of reading a list that is too large for the memory. */
export const LARGE_STAGES = ['collecting', 'duplicates', 'storing'] as const;
export type LargeStage = (typeof LARGE_STAGES)[number];

/** A list that is being read. */
export type ListInReading = ListView & { stage?: LargeStage };

const newsSchema = object({
  id: number(),
  state: string(),
  done: number(),
  total: number(),
  stage: optional(nullable(string())),
});

export interface ListEvent {
  id: number;
  state: ListState;
  done: number;
  total: number;
  stage?: LargeStage;
}

/** Returns null for unreadable events. The next fetch corrects the state. */
export function readListEvent(text: string): ListEvent | null {
  try {
    const parsed = newsSchema.safeParse(JSON.parse(text));
    const state = LIST_STATES.find((known) => known === parsed.data?.state);
    if (!parsed.success || !state) return null;
    const { stage: named, ...rest } = parsed.data;
    const stage = LARGE_STAGES.find((known) => known === named);
    return { ...rest, state, ...(stage && { stage }) };
  } catch {
    return null;
  }
}

/**
 * Events can arrive before older responses: progress never decreases within a stage and a final state does not change.
 * A list that turns out to be large is read from its beginning again.
 */
export function applyListEvent(list: ListInReading, { state, done, total, stage }: ListEvent): ListInReading {
  if (list.state !== 'analysing' || state !== 'analysing') return list;
  if (list.progress && list.progress.done > done && list.stage === stage) return list;
  return { ...list, progress: { done, total }, ...(stage && { stage }) };
}
