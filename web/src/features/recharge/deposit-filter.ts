/** Converts the deposit filters from the URL to the request. */
import type { components } from '@/lib/api/schema';
import { oneOf, wholeNumber } from '@/lib/filter-values';

export const DEPOSIT_FILTERS = ['status', 'txid', 'uid'] as const;
export const DEPOSIT_STATUSES = ['unmatched', 'matched', 'credited'] as const;

export type DepositFilter = components['schemas']['DepositFilterRequest'];

export function depositFilter(filters: Readonly<Record<string, string>>): DepositFilter {
  return {
    status: oneOf(DEPOSIT_STATUSES, filters.status),
    txid: filters.txid ?? null,
    uid: wholeNumber(filters.uid),
  };
}
