import type { Setup, SetupStepName } from './setup';

/** Steps done, all steps, and the first that is not done. */
export function progressOf({ steps }: Pick<Setup, 'steps'>): {
  done: number;
  total: number;
  next: SetupStepName | null;
} {
  return {
    done: steps.filter(({ done }) => done).length,
    total: steps.length,
    next: steps.find(({ done }) => !done)?.step ?? null,
  };
}
