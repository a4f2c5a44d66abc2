/** Lookups: what is known about numbers, their answers, and the list. Amounts are in 1/10,000 point. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CursorBook, pageAt } from '@/components/data-table/cursor-pages';
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { type CallBody, type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { type LookupFilter, lookupFilter } from '../lookup-filter';

export type Lookup = components['schemas']['LookupView'];
export type NumberFacts = components['schemas']['NumberFacts'];
export type LookupAnswer = components['schemas']['AnswerView'];
export type AskedNumber = components['schemas']['AskedView'];
export type Preview = CallData<'lookup/preview'>;
type PreviewRequest = CallBody<'lookup/preview'>;
export type AskRequest = CallBody<'lookup/ask'>;
export type FileFormat = components['schemas']['Format'];

export const LOOKUP_LIST_KEY = 'lookup/list';

const SILENT = { silent: true } as const;

/** Cursors by filter: pages of different filters start at different rows. */
const books = new Map<string, CursorBook>();

function bookOf(question: string): CursorBook {
  const book = books.get(question) ?? new Map<number, string>();
  books.set(question, book);
  return book;
}

/** The server does not count the lookups. The total only says whether there is a next page. */
export async function listLookups(state: TableState, signal: AbortSignal): Promise<Listed<Lookup>> {
  const filter = lookupFilter(state.filters);
  const book = bookOf(JSON.stringify([state.size, filter]));
  const { items, next_cursor } = await pageAt(state.page, book, (cursor) =>
    callFor('lookup/list', { cursor, size: state.size, filter }, { ...SILENT, signal }),
  );
  const before = (state.page - 1) * state.size;
  return { items, total: before + items.length + (next_cursor == null ? 0 : 1) };
}

/** Returns the URL of a file with all lookups that match the filters. */
export async function exportLookups(filter: LookupFilter, format: FileFormat): Promise<string> {
  return (await callFor('lookup/export', { filter, format }, SILENT)).url;
}

/** What is known about numbers, and what their checks cost. Asked again when the balance changes. */
export function previewOptions(request: PreviewRequest, balance: string) {
  return queryOptions({
    queryKey: ['lookup/preview', request, balance],
    queryFn: ({ signal }) => callFor('lookup/preview', request, { ...SILENT, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The API keys of the account. */
export function keysOptions() {
  return queryOptions({
    queryKey: ['user/getApiInfo', 'keys'],
    queryFn: ({ signal }) => callFor('user/getApiInfo', {}, { ...SILENT, signal }),
  });
}

export function askLookups(request: AskRequest): Promise<CallData<'lookup/ask'>> {
  return callFor('lookup/ask', request, SILENT);
}
