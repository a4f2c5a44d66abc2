import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';

export interface Invite {
  code: string;
  note: string;
  max_uses: number;
  used: number;
  expires_at: number | null;
  enabled: boolean;
  created_by: number;
  created_by_name: string;
  created_at: number;
}

export interface NewInvite {
  code?: string;
  note: string;
  max_uses: number;
  expires_at?: number;
}

export const INVITES_KEY = 'invite/list';

export async function listInvites(state: TableState, signal: AbortSignal): Promise<Listed<Invite>> {
  const body = { page: state.page, size: state.size, filter: { search: state.filters.search ?? null } };
  return (await callUntyped('invite/list', body, { signal, silent: true })) as Listed<Invite>;
}

export async function createInvite(invite: NewInvite): Promise<string> {
  const { code } = (await callUntyped('invite/create', invite, { silent: true })) as { code: string };
  return code;
}

export async function setInviteEnabled(code: string, enabled: boolean): Promise<void> {
  await callUntyped('invite/setEnabled', { code, enabled }, { silent: true });
}
