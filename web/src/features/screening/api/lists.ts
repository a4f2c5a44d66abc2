/** Calls for lists: reading, mapping, saving. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { oneOf } from '@/lib/filter-values';
import { callScreening } from '@/lib/screening/calls';
import { LIST_KINDS, type ListView, type Mapping, type MappingHints } from '@/lib/screening/list-types';

export const LISTS_KEY = 'list/list';
export const LIST_KEY = 'list/get';

export function listOptions(id: number) {
  return queryOptions({
    queryKey: [LIST_KEY, id],
    queryFn: ({ signal }) => callScreening('list/get', { id }, { signal }),
  });
}

export function listLists(state: TableState, signal: AbortSignal): Promise<Listed<ListView>> {
  const { page, size, filters } = state;
  const filter = { kind: oneOf(LIST_KINDS, filters.kind), search: filters.search ?? null };
  return callScreening('list/list', { page, size, filter }, { signal });
}

/** Saved lists whose name or note contains a text; all if it is empty. */
export function savedListsOptions(search: string, size: number) {
  const filters = { kind: 'saved', ...(search ? { search } : {}) };
  return queryOptions({
    queryKey: [LISTS_KEY, 'pick', search, size],
    queryFn: ({ signal }) => listLists({ page: 1, size, sort: null, filters }, signal),
    placeholderData: keepPreviousData,
  });
}

export function previewList(id: number, hints: MappingHints): Promise<ListView> {
  return callScreening('list/preview', { id, hints });
}

export function analyseList(id: number, mapping: Mapping): Promise<ListView> {
  return callScreening('list/analyse', { id, mapping });
}

/** Converts an upload to a saved list. */
export function saveList(id: number, name: string): Promise<ListView> {
  return callScreening('list/save', { id, name });
}

export function renameList(id: number, name: string): Promise<ListView> {
  return callScreening('list/rename', { id, name });
}

/** Replaces the note of a list, if it is `before`. */
export async function noteList(id: number, before: string, note: string): Promise<void> {
  await callScreening('list/note', { id, before, note });
}

export async function removeList(id: number): Promise<void> {
  await callScreening('list/remove', { id });
}

/** Returns the URL of the file. */
export async function exportList(id: number, what: 'numbers' | 'rejected'): Promise<string> {
  return (await callScreening('list/export', { id, what })).url;
}
