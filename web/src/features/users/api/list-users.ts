import { sortText, type TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';

export interface UserRow {
  uid: number;
  username: string;
  account_type: number;
  enabled: boolean;
  roles: readonly number[];
  inviter: number | null;
  created_at: number;
  last_login_at: number | null;
  ud: number;
  self_quota_topup: boolean;
  internal: boolean;
  totp_enabled: boolean;
  version: number;
  online: boolean;
  balance: number;
  credit: number;
}

export interface UserFilter {
  search: string | null;
  account_type: number | null;
  enabled: boolean | null;
  role: number | null;
  inviter: number | null;
}

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
  const answer = await callUntyped('user/list', body, { signal, silent: true });
  return (answer as Listed<UserRow> | null) ?? { items: [], total: 0 };
}
