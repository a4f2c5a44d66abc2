/** Converts the movement filters from the URL to the request. */
import type { components } from '@/lib/api/schema';
import { dayStart, oneOf, wholeNumber } from '@/lib/filter-values';

export const MOVEMENT_FILTERS = ['fund', 'holds', 'kind', 'uid', 'task', 'from', 'until'] as const;
/** Kinds of points to choose from. */
export const POINT_FUNDS = ['points', 'commission'] as const;
export const MOVEMENT_KINDS = [
  'top_up',
  'quota_top_up',
  'hold',
  'settle',
  'release',
  'refund',
  'adjust',
  'commission',
  'commission_reversal',
] as const;

export type MovementFilter = components['schemas']['MovementFilterRequest'];

export function movementFilter(filters: Readonly<Record<string, string>>): MovementFilter {
  return {
    fund: oneOf(POINT_FUNDS, filters.fund),
    holds: filters.holds === '1',
    kind: oneOf(MOVEMENT_KINDS, filters.kind),
    uid: wholeNumber(filters.uid),
    task: wholeNumber(filters.task),
    from: dayStart(filters.from, 0),
    // The server's limit is exclusive, so add a day.
    until: dayStart(filters.until, 1),
  };
}
