import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type QuotaOrder = components['schemas']['OrderView'];

export function listQuotaOrders(state: TableState, signal: AbortSignal): Promise<Listed<QuotaOrder>> {
  const body = { page: state.page, size: state.size };
  return callFor('privilege_escalation/getCreditRechargeList', body, { silent: true, signal });
}
