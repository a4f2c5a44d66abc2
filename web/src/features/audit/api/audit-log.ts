import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';
import { auditFilter } from '../audit-filter';

export interface AuditEntry {
  id: number;
  at: number;
  actor: number | null;
  actor_name: string | null;
  subject: number | null;
  subject_name: string | null;
  action: string;
  ip: string | null;
  detail: unknown;
}

export async function listAudit(state: TableState, signal: AbortSignal): Promise<Listed<AuditEntry>> {
  const body = { page: state.page, size: state.size, filter: auditFilter(state.filters) };
  return (await callUntyped('audit/list', body, { signal, silent: true })) as Listed<AuditEntry>;
}

/** The address of a file with all entries that the filters leave. */
export async function exportAudit(state: TableState): Promise<string> {
  const body = { filter: auditFilter(state.filters) };
  const { url } = (await callUntyped('audit/export', body, { silent: true })) as { url: string };
  return url;
}
