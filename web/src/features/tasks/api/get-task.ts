import { callScreening } from '@/lib/screening/calls';
import type { TaskView } from '@/lib/screening/types';

export function getTask(id: number, signal?: AbortSignal): Promise<TaskView> {
  return callScreening('task/get', { id }, signal ? { signal } : {});
}
