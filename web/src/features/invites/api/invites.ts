import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { type CallBody, call, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Invite = components['schemas']['InviteView'];
export type NewInvite = CallBody<'invite/create'>;

export const INVITES_KEY = 'invite/list';

export function listInvites(state: TableState, signal: AbortSignal): Promise<Listed<Invite>> {
  const body = { page: state.page, size: state.size, filter: { search: state.filters.search ?? null } };
  return callFor('invite/list', body, { signal, silent: true });
}

export async function createInvite(invite: NewInvite): Promise<string> {
  return (await callFor('invite/create', invite, { silent: true })).code;
}

export async function setInviteEnabled(code: string, enabled: boolean): Promise<void> {
  await call('invite/setEnabled', { code, enabled }, { silent: true });
}
