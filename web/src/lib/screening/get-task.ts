import { queryOptions } from '@tanstack/react-query';
import { callScreening } from './calls';
import { TASK_KEY } from './task-keys';
import type { TaskView } from './types';

export function getTask(id: number, signal?: AbortSignal): Promise<TaskView> {
  return callScreening('task/get', { id }, signal ? { signal } : {});
}

export function taskOptions(id: number) {
  return queryOptions({ queryKey: [TASK_KEY, id], queryFn: ({ signal }) => getTask(id, signal) });
}
