import { sortText, type TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { userFilter } from '../user-filter';

export type UserRow = components['schemas']['UserRow'] & {
  /** If the account has a balance. */
  balance?: number;
  credit?: number;
};

/** The table shows errors in place, so there is no toast. */
export async function listUsers(state: TableState, signal: AbortSignal): Promise<Listed<UserRow>> {
  const body = { page: state.page, size: state.size, sort: sortText(state.sort), filter: userFilter(state) };
  return callFor('user/list', body, { signal, silent: true });
}
