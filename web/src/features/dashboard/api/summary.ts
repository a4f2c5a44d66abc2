import { callScreening } from '@/lib/screening/calls';
import type { Dashboard } from '@/lib/screening/types';

export function fetchSummary(signal: AbortSignal): Promise<Dashboard> {
  return callScreening('task/summary', {}, { signal });
}
