import { sortText, type TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type UserRow = components['schemas']['UserRow'] & {
  /** Where the server keeps accounts of points. */
  balance?: number;
  credit?: number;
};

export type UserFilter = components['schemas']['UserFilter'];

/** Whatever stands in the address, the server is only asked things it can be asked. */
export function userFilter({ filters }: Pick<TableState, 'filters'>): UserFilter {
  return {
    search: filters.search ?? null,
    account_type: wholeNumber(filters.account_type),
    enabled: filters.enabled ? filters.enabled === 'true' : null,
    role: wholeNumber(filters.role),
    inviter: wholeNumber(filters.inviter),
  };
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The table shows what went wrong in its place, so nothing pops up beside it. */
export async function listUsers(state: TableState, signal: AbortSignal): Promise<Listed<UserRow>> {
  const body = { page: state.page, size: state.size, sort: sortText(state.sort), filter: userFilter(state) };
  return callFor('user/list', body, { signal, silent: true });
}
