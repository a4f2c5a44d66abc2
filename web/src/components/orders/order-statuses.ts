/** Top-up orders, as the server numbers how they stand. */
export const ORDER_STATUSES = ['0', '1', '2', '3', '4'] as const;
