import { SUMMARY_KEY } from '@/lib/screening/task-keys';
import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { Dashboard } from '@/lib/screening/types';

export function fetchSummary(signal: AbortSignal): Promise<Dashboard> {
  return callScreening('task/summary', {}, { signal });
}

export function summaryOptions() {
  return queryOptions({ queryKey: [SUMMARY_KEY], queryFn: ({ signal }) => fetchSummary(signal) });
}
