/** Files of results: making one, what there is, where to get it. */
import { callScreening } from '@/lib/screening/calls';
import type { ExportFormat, ExportView, ResultFilter } from '@/lib/screening/types';

export const EXPORTS_KEY = 'task/exports';

export interface ExportRequest {
  id: number;
  format: ExportFormat;
  filter: ResultFilter;
  /** The check whose statuses become files. */
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
