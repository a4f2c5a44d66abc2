import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';

export interface InvitedAccount {
  uid: number;
  username: string;
  created_at: number;
  /** What the account brought to whom invited it. */
  income: number;
}

export interface MyInvites extends Listed<InvitedAccount> {
  code: string;
}

export async function listMyInvites(state: TableState, signal: AbortSignal): Promise<MyInvites> {
  const body = { page: state.page, size: state.size };
  return (await callUntyped('invite/mine', body, { signal, silent: true })) as MyInvites;
}
