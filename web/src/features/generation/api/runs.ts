/** Generation runs and their files. */
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { call, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import type { RunRequest } from './spaces';

export type Run = components['schemas']['RunView'];
export type RunPage = components['schemas']['RunPage'];
export type FileKind = components['schemas']['FileKind'];

const SILENT = { silent: true } as const;

/** Each generator page has its own history. */
export function runsKey(madeOn: RunPage): string {
  return `gen_number/list/${madeOn}`;
}

export function listRuns(madeOn: RunPage) {
  return ({ page, size }: TableState, signal: AbortSignal): Promise<Listed<Run>> =>
    callFor('gen_number/list', { page, size, made_on: madeOn }, { ...SILENT, signal });
}

export async function generate(request: RunRequest): Promise<Run> {
  return (await callFor('gen_number/generate', request, SILENT)).run;
}

/** Returns the URL of a file with the numbers of a run. */
export async function exportRun(id: number, format: FileKind): Promise<string> {
  return (await callFor('gen_number/export', { id, format }, SILENT)).url;
}

export async function deleteRun(id: number): Promise<void> {
  await call('gen_number/delete', { id }, SILENT);
}
