/** Converts the lookup filters from the URL to the request. */
import type { components } from '@/lib/api/schema';
import { dayStart, wholeNumber } from '@/lib/filter-values';

export const LOOKUP_FILTERS = [
  'number',
  'project',
  'status',
  'key',
  'uid',
  'lookup',
  'request',
  'from',
  'until',
] as const;

export type LookupFilter = components['schemas']['LookupFilterRequest'];

export function lookupFilter(filters: Readonly<Record<string, string>>): LookupFilter {
  return {
    number: filters.number ?? null,
    project: filters.project ?? null,
    status: filters.status ?? null,
    key: wholeNumber(filters.key),
    uid: wholeNumber(filters.uid),
    lookup: wholeNumber(filters.lookup),
    request_id: filters.request ?? null,
    from: dayStart(filters.from, 0),
    // The server's limit is exclusive, so add a day.
    until: dayStart(filters.until, 1),
  };
}
