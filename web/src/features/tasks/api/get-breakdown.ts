import { callScreening } from '@/lib/screening/calls';
import type { Breakdown } from '@/lib/screening/types';

export const BREAKDOWN_KEY = 'task/breakdown';

export function getBreakdown(id: number, signal: AbortSignal): Promise<Breakdown> {
  return callScreening('task/breakdown', { id }, { signal });
}
