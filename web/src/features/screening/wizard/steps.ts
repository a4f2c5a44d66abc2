/** The steps of the wizard and which of them are available for a list. */
import type { ListView } from '@/lib/screening/list-types';

export const STEPS = ['source', 'analyse', 'start'] as const;
type MainStep = (typeof STEPS)[number];
/** `map` belongs to the first step. It is shown if the file cannot be read without asking, or on request. */
export type Step = MainStep | 'map';

type ListProgress = Pick<ListView, 'state' | 'numbers'> & { preview: unknown };

export function reachableSteps(list: ListProgress | null): readonly Step[] {
  if (!list) return ['source'];
  // Lists created from answers have no file to map.
  const map: readonly Step[] = list.preview ? ['map'] : [];
  switch (list.state) {
    case 'uploaded':
    case 'failed':
      return ['source', ...map];
    case 'analysing':
      return ['source', 'analyse'];
    default:
      return list.numbers > 0 ? ['source', ...map, 'analyse', 'start'] : ['source', ...map, 'analyse'];
  }
}

/** The step in the URL if it is available, else the next step that the list needs. */
export function shownStep(wanted: string | null, list: ListProgress | null): Step {
  const reachable = reachableSteps(list);
  const asked = reachable.find((step) => step === wanted);
  if (asked) return asked;
  return list?.state === 'ready' ? 'analyse' : (reachable.at(-1) ?? 'source');
}

export function mainStep(step: Step): MainStep {
  return step === 'map' ? 'source' : step;
}
