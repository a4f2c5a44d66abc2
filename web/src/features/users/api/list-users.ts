import { sortText, type TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { Schemas } from '@/lib/api/schemas';
import { userFilter } from '../user-filter';

export type UserRow = Schemas['UserRow'];

/** The table shows errors in place, so there is no toast. */
export async function listUsers(state: TableState, signal: AbortSignal): Promise<Listed<UserRow>> {
  const body = { page: state.page, size: state.size, sort: sortText(state.sort), filter: userFilter(state) };
  return callFor('user/list', body, { signal, silent: true });
}
