/** Converts the order filters from the URL to the request. */
import { ORDER_STATUSES } from '@/components/orders/order-statuses';
import type { components } from '@/lib/api/schema';
import { dayStart, oneOf, wholeNumber } from '@/lib/filter-values';

export const ORDER_FILTERS = ['status', 'kind', 'uid', 'from', 'until'] as const;
export const ORDER_KINDS = ['points', 'quota'] as const;

export type OrderFilter = components['schemas']['OrderFilterRequest'];

export function orderFilter(filters: Readonly<Record<string, string>>): OrderFilter {
  return {
    status: wholeNumber(oneOf(ORDER_STATUSES, filters.status) ?? undefined),
    kind: oneOf(ORDER_KINDS, filters.kind),
    uid: wholeNumber(filters.uid),
    from: dayStart(filters.from, 0),
    // The server's limit is exclusive, so add a day.
    until: dayStart(filters.until, 1),
  };
}
