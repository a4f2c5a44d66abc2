/** The filters of the task list, from the address to what the server takes. */
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
    // The last day belongs to what was asked for; the server's limit does not.
    until: dayStart(filters.until, 1),
  };
}
