/** Converts the task filters from the URL to the request. */
import { dayStart, oneOf, wholeNumber } from '@/lib/filter-values';
import { TASK_MODES, TASK_STATES, type TaskFilter } from '@/lib/screening/types';

export const TASK_FILTERS = ['search', 'state', 'mode', 'project', 'uid', 'from', 'until'] as const;

export function taskFilter(filters: Readonly<Record<string, string>>): TaskFilter {
  return {
    search: filters.search ?? null,
    state: oneOf(TASK_STATES, filters.state),
    mode: oneOf(TASK_MODES, filters.mode),
    project: filters.project ?? null,
    uid: wholeNumber(filters.uid),
    from: dayStart(filters.from, 0),
    // The server's limit is exclusive, so add a day.
    until: dayStart(filters.until, 1),
  };
}
