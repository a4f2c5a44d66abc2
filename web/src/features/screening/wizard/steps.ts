/** The steps of a new task, and which of them the state of its list lets be shown. */
import type { ListView } from '@/lib/screening/list-types';

export const STEPS = ['source', 'map', 'analyse', 'price'] as const;
export type Step = (typeof STEPS)[number];

type Told = Pick<ListView, 'state' | 'numbers'> & { preview: unknown };

export function reachableSteps(list: Told | null): readonly Step[] {
  if (!list) return ['source'];
  // A list that was made from answers has no file to look at again.
  const map: readonly Step[] = list.preview ? ['map'] : [];
  switch (list.state) {
    case 'uploaded':
    case 'failed':
      return ['source', ...map];
    case 'analysing':
      return ['source', 'analyse'];
    default:
      return list.numbers > 0 ? ['source', ...map, 'analyse', 'price'] : ['source', ...map, 'analyse'];
  }
}

/** What the address asks for where that can be, else as far as the list has come. */
export function shownStep(wanted: string | null, list: Told | null): Step {
  const reachable = reachableSteps(list);
  const asked = reachable.find((step) => step === wanted);
  if (asked) return asked;
  return list?.state === 'ready' ? 'analyse' : (reachable.at(-1) ?? 'source');
}
