import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { oneOf } from '@/lib/filter-values';
import { callScreening } from '@/lib/screening/calls';
import { TASK_MODES, TASK_STATES, type TaskView } from '@/lib/screening/types';

export function listTasks(
  { page, size, filters }: TableState,
  signal: AbortSignal,
): Promise<Listed<TaskView>> {
  const filter = {
    state: oneOf(TASK_STATES, filters.state),
    mode: oneOf(TASK_MODES, filters.mode),
    project: filters.project ?? null,
  };
  return callScreening('task/list', { page, size, filter }, { signal });
}
