/** Calls for quotes, samples and starting tasks. */
import { callScreening } from '@/lib/screening/calls';
import type { Quote, QuoteRequest, ResultRow, StartRequest, TaskView } from '@/lib/screening/types';

export const QUOTE_KEY = 'task/quote';

export function quoteTask(request: QuoteRequest, signal: AbortSignal): Promise<Quote> {
  return callScreening('task/quote', request, { signal });
}

/** Starts a free sample, which is a separate task. */
export async function startSample(list: number, project: string): Promise<number> {
  return (await callScreening('task/sample', { list, project })).id;
}

/** The maximum size of a sample. */
const SAMPLE_ROWS = 20;

export async function sampleRows(id: number, signal: AbortSignal): Promise<readonly ResultRow[]> {
  const body = { id, page: 1, size: SAMPLE_ROWS, filter: {} };
  return (await callScreening('task/results', body, { signal })).items;
}

export function startTask(request: StartRequest): Promise<TaskView> {
  return callScreening('task/start', request);
}
