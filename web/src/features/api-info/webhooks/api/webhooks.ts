import { queryOptions } from '@tanstack/react-query';
import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import { allWords, type Schemas } from '@/lib/api/schemas';

export type WebhookEvent = Schemas['WebhookEvent'];
export const DELIVERY_STATES = allWords<DeliveryState>()('pending', 'delivered', 'failed');
export type DeliveryState = Schemas['DeliveryState'];
export type DeliveryFault = Schemas['DeliveryFault'];
/** The editable fields of an endpoint. */
export type WebhookValues = Pick<Webhook, 'url' | 'description' | 'events'>;
export type Webhook = Schemas['WebhookView'];
export type WebhookSecret = Schemas['WebhookSecretAnswer'];
export type DeliveryAttempt = Schemas['DeliveryAttempt'];
export type Delivery = Schemas['DeliveryView'];

export const WEBHOOKS_KEY = 'webhook/list';
export const DELIVERIES_KEY = 'webhook/deliveries';

const SILENT = { silent: true } as const;

export function webhooksOptions() {
  return queryOptions({
    queryKey: [WEBHOOKS_KEY],
    queryFn: ({ signal }) => callFor('webhook/list', {}, { ...SILENT, signal }),
  });
}

export function createWebhook(webhook: WebhookValues): Promise<WebhookSecret> {
  return callFor('webhook/create', webhook, SILENT);
}

export function updateWebhook(webhook: WebhookValues & { id: number; enabled: boolean }): Promise<Webhook> {
  return callFor('webhook/update', webhook, SILENT);
}

export function rotateSecret(id: number, overlap_hours: number): Promise<WebhookSecret> {
  return callFor('webhook/rotate', { id, overlap_hours }, SILENT);
}

export async function removeWebhook(id: number): Promise<void> {
  await callFor('webhook/remove', { id }, SILENT);
}

export function testWebhook(id: number): Promise<Delivery> {
  return callFor('webhook/test', { id }, SILENT);
}

export function listDeliveries(state: TableState, signal: AbortSignal): Promise<Listed<Delivery>> {
  const wanted = DELIVERY_STATES.find((one) => one === state.filters.state) ?? null;
  const endpoint = state.filters.endpoint ? Number(state.filters.endpoint) : null;
  const body = { page: state.page, size: state.size, filter: { endpoint, state: wanted } };
  return callFor('webhook/deliveries', body, { ...SILENT, signal });
}

export function replayDelivery(id: number): Promise<Delivery> {
  return callFor('webhook/replay', { id }, SILENT);
}
