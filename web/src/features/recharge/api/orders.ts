/** Calls for top-up orders. Callers show the errors. */
import { queryOptions } from '@tanstack/react-query';
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { orderFilter } from '../order-filter';

export type Order = components['schemas']['OrderView'];
export type OrderKind = Order['kind'];
export type FileFormat = components['schemas']['Format'];

export const ORDERS_KEY = 'recharge/list';
export const RATE_KEY = 'recharge/rate';

const SILENT = { silent: true } as const;

/** `amount` stays a string, so that nothing can round it. */
export function createOrder(kind: OrderKind, amount: string): Promise<Order> {
  const path = kind === 'quota' ? 'privilege_escalation/creditRecharge' : 'recharge/recharge';
  return callFor(path, { amount }, SILENT);
}

/** Points or quota per USDT, in 1/10,000 point. */
export async function fetchRate(signal: AbortSignal): Promise<number> {
  return (await callFor('recharge/rate', {}, { ...SILENT, signal })).points_per_usdt;
}

export function queryOrder(id: number, signal: AbortSignal): Promise<Order> {
  return callFor('recharge/query', { id }, { ...SILENT, signal });
}

export function cancelOrder(id: number): Promise<Order> {
  return callFor('recharge/cancel', { id }, SILENT);
}

export function verifyOrder(id: number, txid: string): Promise<Order> {
  return callFor('recharge/verify', { id, txid }, SILENT);
}

/** Demo only: pays on the simulated chain. */
export async function payOnSimulator(id: number): Promise<void> {
  await callFor('demo/pay', { id }, SILENT);
}

export function listOrders(state: TableState, signal: AbortSignal): Promise<Listed<Order>> {
  const body = { page: state.page, size: state.size, filter: orderFilter(state.filters) };
  return callFor('recharge/list', body, { ...SILENT, signal });
}

/** Returns the URL of a file with all orders that match the filters. */
export async function exportOrders(state: TableState, format: FileFormat): Promise<string> {
  return (await callFor('recharge/export', { filter: orderFilter(state.filters), format }, SILENT)).url;
}

export function rateOptions() {
  return queryOptions({ queryKey: [RATE_KEY], queryFn: ({ signal }) => fetchRate(signal) });
}
