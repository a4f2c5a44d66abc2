import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callScreening } from '@/lib/screening/calls';
import type { ResultRow } from '@/lib/screening/types';
import { type Filtered, resultFilter, resultSort } from '../result-filter';

export const RESULTS_KEY = 'task/results';

export function listResults(task: Filtered & { id: number }) {
  return ({ page, size, sort, filters }: TableState, signal: AbortSignal): Promise<Listed<ResultRow>> =>
    callScreening(
      'task/results',
      {
        id: task.id,
        page,
        size,
        sort: resultSort(sort),
        filter: resultFilter(filters, task),
      },
      { signal },
    );
}
