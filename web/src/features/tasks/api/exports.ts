/** Calls for exports: create, list and download. */
import { queryOptions } from '@tanstack/react-query';
import type { CallBody } from '@/lib/api/client';
import { callScreening } from '@/lib/screening/calls';
import type { ExportView } from '@/lib/screening/types';

export const EXPORTS_KEY = 'task/exports';

export type ExportRequest = CallBody<'task/export'>;

/** Exports that were started on this page and are downloaded as soon as they are done. */
const awaited = new Set<number>();

export async function startExport(request: ExportRequest): Promise<ExportView> {
  const started = await callScreening('task/export', request);
  awaited.add(started.id);
  return started;
}

/** Whether an export is to be downloaded now. Returns true once. */
export function isAwaited({ id, state }: Pick<ExportView, 'id' | 'state'>): boolean {
  return state === 'done' && awaited.delete(id);
}

export function listExports(id: number, signal: AbortSignal): Promise<readonly ExportView[]> {
  return callScreening('task/exports', { id }, { signal });
}

export async function exportAddress(id: number): Promise<string> {
  return (await callScreening('task/download', { export: id })).url;
}

export function exportsOptions(id: number) {
  return queryOptions({ queryKey: [EXPORTS_KEY, id], queryFn: ({ signal }) => listExports(id, signal) });
}
