/** The filters of the order list, from the address to what the server takes. */
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
    // The last day belongs to what was asked for; the server's limit does not.
    until: dayStart(filters.until, 1),
  };
}
