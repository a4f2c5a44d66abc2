/** Calls for quotes, samples and starting tasks. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { QuoteRequest, ResultRow, StartRequest, TaskView } from '@/lib/screening/types';

export const QUOTE_KEY = 'task/quote';

/** What a task costs. Asked again when the balance changes. */
export function quoteOptions(request: QuoteRequest, balance: string) {
  return queryOptions({
    queryKey: [QUOTE_KEY, request, balance],
    queryFn: ({ signal }) => callScreening('task/quote', request, { signal }),
    placeholderData: keepPreviousData,
    // Always show the current price.
    staleTime: 0,
  });
}

/** Starts a free sample, which is a separate task. */
export async function startSample(list: number, project: string): Promise<number> {
  return (await callScreening('task/sample', { list, project })).id;
}

/** The maximum size of a sample. */
const SAMPLE_ROWS = 20;

async function sampleRows(id: number, signal: AbortSignal): Promise<readonly ResultRow[]> {
  const body = { id, page: 1, size: SAMPLE_ROWS, filter: {} };
  return (await callScreening('task/results', body, { signal })).items;
}

export function sampleRowsOptions(id: number) {
  return queryOptions({
    queryKey: ['task/results', 'sample', id],
    queryFn: ({ signal }) => sampleRows(id, signal),
  });
}

export function startTask(request: StartRequest): Promise<TaskView> {
  return callScreening('task/start', request);
}
