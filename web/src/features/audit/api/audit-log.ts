import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { auditFilter } from '../audit-filter';

export type AuditEntry = components['schemas']['AuditView'];

export function listAudit(state: TableState, signal: AbortSignal): Promise<Listed<AuditEntry>> {
  const body = { page: state.page, size: state.size, filter: auditFilter(state.filters) };
  return callFor('audit/list', body, { signal, silent: true });
}

/** Returns the URL of a file with all entries that match the filters. */
export async function exportAudit(state: TableState): Promise<string> {
  return (await callFor('audit/export', { filter: auditFilter(state.filters) }, { silent: true })).url;
}
