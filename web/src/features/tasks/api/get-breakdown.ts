import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { Breakdown, TaskView } from '@/lib/screening/types';

export const BREAKDOWN_KEY = 'task/breakdown';

/** Counts from before a state change are incomplete, so the state is part of the key. */
export function breakdownOptions({ id, state, ready }: Pick<TaskView, 'id' | 'state' | 'ready'>) {
  return queryOptions({
    queryKey: [BREAKDOWN_KEY, id, state, ready],
    queryFn: ({ signal }) => getBreakdown(id, signal),
  });
}

function getBreakdown(id: number, signal: AbortSignal): Promise<Breakdown> {
  return callScreening('task/breakdown', { id }, { signal });
}
