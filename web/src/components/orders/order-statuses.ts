/** Status codes of top-up orders. */
export const ORDER_STATUSES = ['0', '1', '2', '3', '4'] as const;
