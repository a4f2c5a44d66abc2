/** Links to the results of a task. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '@/config/constants';
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

/** Without a session. The server answers in the language of the page. */
export function sharedTaskOptions(token: string, language: Language) {
  return queryOptions({
    queryKey: ['shared/task', token, language],
    queryFn: ({ signal }) => callFor('shared/task', { token }, { ...SILENT, signal }),
    placeholderData: keepPreviousData,
  });
}

export function sharedResultsOptions(token: string, language: Language, page: number, size: number) {
  return queryOptions({
    queryKey: ['shared/results', token, language, page, size],
    queryFn: ({ signal }) => callFor('shared/results', { token, page, size }, { ...SILENT, signal }),
    placeholderData: keepPreviousData,
  });
}

export function linksOptions(id: number) {
  return queryOptions({ queryKey: [LINKS_KEY, id], queryFn: ({ signal }) => listLinks(id, signal) });
}
