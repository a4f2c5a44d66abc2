/** Reads the number of pending notifications and decides about the warning. */
import { number, object } from 'zod/mini';

const answerSchema = object({ count: number() });

/** Unreadable responses count as 0: a badge is not worth an error. */
export function countFrom(answer: unknown): number {
  const parsed = answerSchema.safeParse(answer);
  return parsed.success ? Math.max(0, Math.trunc(parsed.data.count)) : 0;
}

/** The warning appears when the count changes to a non-zero value and disappears at zero. */
export function warningFor(before: number, now: number): 'show' | 'hide' | 'keep' {
  if (now === before) return 'keep';
  return now === 0 ? 'hide' : 'show';
}
