/** Converts the user filters from the URL to the request. */
import type { TableState } from '@/components/data-table/table-state';
import type { components } from '@/lib/api/schema';
import { wholeNumber } from '@/lib/filter-values';

export type UserFilter = components['schemas']['UserFilter'];

/** Ignores invalid values in the URL. */
export function userFilter({ filters }: Pick<TableState, 'filters'>): UserFilter {
  return {
    search: filters.search ?? null,
    account_type: wholeNumber(filters.account_type),
    enabled: filters.enabled ? filters.enabled === 'true' : null,
    role: wholeNumber(filters.role),
    inviter: wholeNumber(filters.inviter),
  };
}
