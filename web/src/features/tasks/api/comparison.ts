/** Calls that compare a scheduled run with the run before. */
import { queryOptions } from '@tanstack/react-query';
import type { TableState } from '@/components/data-table/table-state';
import { allWords, type Schemas } from '@/lib/api/schemas';
import { callScreening } from '@/lib/screening/calls';
import type { TaskView } from '@/lib/screening/types';

export const COMPARISON_KEY = 'task/comparison';
export const DIFFERENCES_KEY = 'task/differences';

export type Comparison = Schemas['ComparisonView'];
export type Change = Schemas['Change'];
export type Difference = Schemas['DifferenceView'];

export const CHANGES = allWords<Change>()('changed', 'new', 'gone');

export function getComparison(id: number, signal: AbortSignal): Promise<Comparison> {
  return callScreening('task/comparison', { id }, { signal });
}

function differenceFilter(filters: TableState['filters']) {
  return {
    project: filters.project ?? null,
    change: CHANGES.find((change) => change === filters.change) ?? null,
  };
}

export function listDifferences(id: number) {
  return ({ page, size, filters }: TableState, signal: AbortSignal) =>
    callScreening('task/differences', { id, page, size, filter: differenceFilter(filters) }, { signal });
}

export async function differencesAddress(id: number, filters: TableState['filters']): Promise<string> {
  return (await callScreening('task/exportDifferences', { id, filter: differenceFilter(filters) })).url;
}

export function comparisonOptions({ id, state }: Pick<TaskView, 'id' | 'state'>) {
  return queryOptions({
    queryKey: [COMPARISON_KEY, id, state],
    queryFn: ({ signal }) => getComparison(id, signal),
  });
}
