/** Calls that change a task. */
import { callScreening } from '@/lib/screening/calls';
import type { ListView } from '@/lib/screening/list-types';
import type { TaskView } from '@/lib/screening/types';

export function pauseTask(id: number): Promise<TaskView> {
  return callScreening('task/pause', { id });
}

export function resumeTask(id: number): Promise<TaskView> {
  return callScreening('task/resume', { id });
}

export function cancelTask(id: number): Promise<TaskView> {
  return callScreening('task/cancel', { id });
}

export function renameTask(id: number, name: string): Promise<TaskView> {
  return callScreening('task/rename', { id, name });
}

/** Replaces the note of a task, if it is `before`. */
export async function noteTask(id: number, before: string, note: string): Promise<void> {
  await callScreening('task/note', { id, before, note });
}

/** Creates a list of the numbers with an unknown answer. */
export function rerunTask(id: number): Promise<ListView> {
  return callScreening('task/rerun', { id });
}

export async function removeTask(id: number): Promise<void> {
  await callScreening('task/remove', { id });
}
