import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callScreening } from '@/lib/screening/calls';
import type { TaskView } from '@/lib/screening/types';
import { taskFilter } from './task-filter';

export function listTasks(state: TableState, signal: AbortSignal): Promise<Listed<TaskView>> {
  const { page, size, filters } = state;
  return callScreening('task/list', { page, size, filter: taskFilter(filters) }, { signal });
}
