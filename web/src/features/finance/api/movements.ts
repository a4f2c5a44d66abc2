/** Movements of points and quota. Amounts are in 1/10,000 point. */
import { type CursorBook, pageAt } from '@/components/data-table/cursor-pages';
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { type CallBody, type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { type MovementFilter, movementFilter } from '../movement-filter';

export type Movement = components['schemas']['MovementView'];
export type MovementList = CallData<'finance/list'>;
export type AdjustRequest = CallBody<'finance/adjust'>;
export type FileFormat = components['schemas']['Format'];

/** Calls that list movements. Each has its own query key. */
export type MovementCall = 'finance/list' | 'finance/credit' | 'privilege_escalation/getDeductList';

const SILENT = { silent: true } as const;

/** Cursors by filter: pages of different filters start at different rows. */
const books = new Map<string, CursorBook>();

function bookOf(question: string): CursorBook {
  const book = books.get(question) ?? new Map<number, string>();
  books.set(question, book);
  return book;
}

export function listMovements(call: MovementCall) {
  return (state: TableState, signal: AbortSignal): Promise<MovementList & Listed<Movement>> => {
    const filter = movementFilter(state.filters);
    const book = bookOf(JSON.stringify([call, state.size, filter]));
    return pageAt(state.page, book, (cursor) =>
      callFor(call, { cursor, size: state.size, filter }, { ...SILENT, signal }),
    );
  };
}

/** Returns the URL of a file with all movements that match the filters. */
export async function exportMovements(filter: MovementFilter, format: FileFormat): Promise<string> {
  return (await callFor('finance/export', { filter, format }, SILENT)).url;
}

export function adjustBalance(request: AdjustRequest): Promise<CallData<'finance/adjust'>> {
  return callFor('finance/adjust', request, SILENT);
}
