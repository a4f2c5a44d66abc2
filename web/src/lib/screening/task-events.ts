/** Applies task events to the data that pages show. */
import { number, object, string } from 'zod/mini';
import { TASK_STATES, type TaskEvent, type TaskView } from './types';

const eventSchema = object({
  id: number(),
  state: string(),
  done: number(),
  total: number(),
  charged: number(),
  unknown: number(),
  failed: number(),
  answers: number(),
  hits: number(),
});

/** Returns null for anything that is not a task event. */
export function readTaskEvent(data: string): TaskEvent | null {
  const parsed = eventSchema.safeParse(jsonOf(data));
  if (!parsed.success) return null;
  const state = TASK_STATES.find((known) => known === parsed.data.state);
  return state ? { ...parsed.data, state } : null;
}

export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
}

/** Events can arrive out of order, so counts never decrease. Returns the same object if nothing changed. */
export function applyTaskEvent(task: TaskView, news: TaskEvent): TaskView {
  if (task.id !== news.id || news.done < task.done) return task;
  if (news.done === task.done && news.state === task.state && news.charged === task.charged) return task;
  const { state, done, total, charged, unknown, failed, answers, hits } = news;
  // The refundable amount shrinks with every charge.
  const refundable = hasEnded(news) ? 0 : task.held - charged;
  return { ...task, state, done, total, charged, unknown, failed, answers, hits, refundable };
}

export function hasEnded({ state }: Pick<TaskView, 'state'>): boolean {
  return state !== 'running' && state !== 'paused';
}

/** From 0 to 1. */
export function doneShare({ done, total }: Pick<TaskView, 'done' | 'total'>): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}

/** Progress that is worth announcing to screen readers: 25, 50 and 75 percent. Null before that and after the end. */
export function announcedShare(task: Pick<TaskView, 'done' | 'total' | 'state'>): number | null {
  const quarters = Math.floor(doneShare(task) * 4);
  return task.state === 'running' && quarters > 0 && quarters < 4 ? quarters / 4 : null;
}

/** Hits as a share of the definite answers. Null before the first definite answer. */
export function hitRate({
  answers,
  unknown,
  hits,
}: {
  answers: number;
  unknown: number;
  hits: number;
}): number | null {
  const definite = answers - unknown;
  return definite > 0 ? hits / definite : null;
}
