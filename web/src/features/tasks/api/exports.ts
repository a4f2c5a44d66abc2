/** Calls for exports: create, list and download. */
import { callScreening } from '@/lib/screening/calls';
import type { ExportFormat, ExportView, ResultFilter } from '@/lib/screening/types';

export const EXPORTS_KEY = 'task/exports';

export interface ExportRequest {
  id: number;
  format: ExportFormat;
  filter: ResultFilter;
  /** Index of the check whose statuses are exported as separate files. */
  one_file_a_class: number | null;
}

export function startExport(request: ExportRequest): Promise<ExportView> {
  return callScreening('task/export', request);
}

export function listExports(id: number, signal: AbortSignal): Promise<readonly ExportView[]> {
  return callScreening('task/exports', { id }, { signal });
}

export async function exportAddress(id: number): Promise<string> {
  return (await callScreening('task/download', { export: id })).url;
}
