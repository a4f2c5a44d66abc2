import { sortText, type TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { call } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type UserRow = components['schemas']['UserRow'];

/** The table shows what went wrong in its place, so nothing pops up beside it. */
export async function listUsers(state: TableState, signal: AbortSignal): Promise<Listed<UserRow>> {
  const { search, account_type, enabled } = state.filters;
  const filter = {
    search: search ?? null,
    account_type: account_type ? Number(account_type) : null,
    enabled: enabled ? enabled === 'true' : null,
  };
  const body = { page: state.page, size: state.size, sort: sortText(state.sort), filter };
  const answer = await call('user/list', body, { signal, silent: true });
  return answer ?? { items: [], total: 0 };
}
