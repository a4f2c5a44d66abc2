/** News about tasks, put into what the pages already show. */
import { number, object, string } from 'zod/mini';
import { TASK_STATES, type TaskEvent, type TaskView } from './types';

const eventSchema = object({
  id: number(),
  state: string(),
  done: number(),
  total: number(),
  charged: number(),
  unknown: number(),
  answers: number(),
  hits: number(),
});

/** Null for anything that is no news about a task. */
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

/** News can come out of order: counts never go back, and the same task is returned when nothing is new. */
export function withNews(task: TaskView, news: TaskEvent): TaskView {
  if (task.id !== news.id || news.done < task.done) return task;
  if (news.done === task.done && news.state === task.state && news.charged === task.charged) return task;
  const { state, done, total, charged, unknown, answers, hits } = news;
  // What would come back shrinks with every charge.
  const refundable = isOver(news) ? 0 : task.held - charged;
  return { ...task, state, done, total, charged, unknown, answers, hits, refundable };
}

export function isOver({ state }: Pick<TaskView, 'state'>): boolean {
  return state !== 'running' && state !== 'paused';
}

/** From 0 to 1. */
export function doneShare({ done, total }: Pick<TaskView, 'done' | 'total'>): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}

/** Of the definite answers, those that customers look for; null before the first. */
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
