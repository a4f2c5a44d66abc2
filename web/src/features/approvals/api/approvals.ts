/** Actions on money that wait for a second person. */
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { call, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Approval = components['schemas']['ApprovalView'];
export type Decision = 'approve' | 'reject';

export const APPROVALS_KEY = 'approval/list';

export function listApprovals({ page, size }: TableState, signal: AbortSignal): Promise<Listed<Approval>> {
  return callFor('approval/list', { page, size }, { silent: true, signal });
}

export async function decideApproval(id: number, decision: Decision): Promise<void> {
  await call(`approval/${decision}`, { id }, { silent: true });
}
