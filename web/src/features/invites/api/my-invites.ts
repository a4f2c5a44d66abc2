import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type InvitedAccount = components['schemas']['InvitedView'];

export function listMyInvites(state: TableState, signal: AbortSignal): Promise<Listed<InvitedAccount>> {
  return callFor('invite/mine', { page: state.page, size: state.size }, { signal, silent: true });
}
