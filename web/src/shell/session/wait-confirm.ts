/** How the count of notifications waiting for a confirmation is read and told. */
import { number, object } from 'zod/mini';

const answerSchema = object({ count: number() });

/** What cannot be read counts as none: a badge is not worth an error. */
export function countFrom(answer: unknown): number {
  const parsed = answerSchema.safeParse(answer);
  return parsed.success ? Math.max(0, Math.trunc(parsed.data.count)) : 0;
}

/** A warning appears when the count changed to something, and goes when nothing waits any more. */
export function warningFor(before: number, now: number): 'show' | 'hide' | 'keep' {
  if (now === before) return 'keep';
  return now === 0 ? 'hide' : 'show';
}
