/** Links to the results of a task. */
import { queryOptions } from '@tanstack/react-query';
import { type CallBody, type CallData, callFor } from '@/lib/api/client';
import { callScreening } from '@/lib/screening/calls';

export type ResultLink = CallData<'task/links'>['items'][number];
export type SharedTask = CallData<'shared/task'>;
export type SharedResult = CallData<'shared/results'>['items'][number];

export const LINKS_KEY = 'task/links';
const SILENT = { silent: true } as const;

export async function listLinks(id: number, signal: AbortSignal): Promise<readonly ResultLink[]> {
  return (await callScreening('task/links', { id }, { signal })).items;
}

export function shareResults(request: CallBody<'task/share'>): Promise<CallData<'task/share'>> {
  return callScreening('task/share', request);
}

export async function revokeLink(id: number, link: number): Promise<void> {
  await callScreening('task/revokeLink', { id, link });
}

/** Without a session. */
export function getSharedTask(token: string, signal: AbortSignal): Promise<SharedTask> {
  return callFor('shared/task', { token }, { ...SILENT, signal });
}

export function getSharedResults(
  token: string,
  page: number,
  size: number,
  signal: AbortSignal,
): Promise<CallData<'shared/results'>> {
  return callFor('shared/results', { token, page, size }, { ...SILENT, signal });
}

export function linksOptions(id: number) {
  return queryOptions({ queryKey: [LINKS_KEY, id], queryFn: ({ signal }) => listLinks(id, signal) });
}
