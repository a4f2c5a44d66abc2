import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { type CallOptions, callUntyped } from '@/lib/api/client';

/** The wire format. The OpenAPI description has different names. */
export type WebhookEvent =
  | 'task.completed'
  | 'task.failed'
  | 'balance.low'
  | 'order.paid'
  | 'channel.changed'
  | 'webhook.test';
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export type DeliveryFault =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'refused_address'
  | 'disabled';

/** The editable fields of an endpoint. */
export interface WebhookValues {
  url: string;
  description: string;
  events: WebhookEvent[];
}

export interface Webhook extends WebhookValues {
  id: number;
  enabled: boolean;
  /** Why it was turned off automatically. */
  disabled_reason: '' | 'gone' | 'failing';
  /** Until then, the old secret signs too. */
  secret_until: number | null;
  created_at: number;
  last_delivery: { state: DeliveryState; at: number } | null;
  pending: number;
}

export interface WebhookList {
  endpoints: readonly Webhook[];
  events: readonly WebhookEvent[];
  max_endpoints: number;
}

export interface WebhookSecret {
  endpoint: Webhook;
  secret: string;
}

export interface DeliveryAttempt {
  at: number;
  status: number | null;
  error: DeliveryFault | null;
  duration_ms: number;
  answer: string;
}

export interface Delivery {
  id: number;
  endpoint: number;
  url: string;
  event: WebhookEvent;
  message_id: string;
  state: DeliveryState;
  tries: number;
  created_at: number;
  next_try_at: number | null;
  last_status: number | null;
  last_error: DeliveryFault | null;
  attempts: readonly DeliveryAttempt[];
  payload: unknown;
}

export const WEBHOOKS_KEY = 'webhook/list';
export const DELIVERIES_KEY = 'webhook/deliveries';

async function ask<Answer>(path: string, body: object, options: CallOptions = {}): Promise<Answer> {
  return (await callUntyped(path, body, { ...options, silent: true })) as Answer;
}

export function listWebhooks(signal: AbortSignal): Promise<WebhookList> {
  return ask('webhook/list', {}, { signal });
}

export function createWebhook(webhook: WebhookValues): Promise<WebhookSecret> {
  return ask('webhook/create', webhook);
}

export function updateWebhook(webhook: WebhookValues & { id: number; enabled: boolean }): Promise<Webhook> {
  return ask('webhook/update', webhook);
}

export function rotateSecret(id: number, overlap_hours: number): Promise<WebhookSecret> {
  return ask('webhook/rotate', { id, overlap_hours });
}

export async function removeWebhook(id: number): Promise<void> {
  await ask('webhook/remove', { id });
}

export function testWebhook(id: number): Promise<Delivery> {
  return ask('webhook/test', { id });
}

export function listDeliveries(state: TableState, signal: AbortSignal): Promise<Listed<Delivery>> {
  const wanted = DELIVERY_STATES.find((one) => one === state.filters.state) ?? null;
  const endpoint = state.filters.endpoint ? Number(state.filters.endpoint) : null;
  const body = { page: state.page, size: state.size, filter: { endpoint, state: wanted } };
  return ask('webhook/deliveries', body, { signal });
}

export function replayDelivery(id: number): Promise<Delivery> {
  return ask('webhook/replay', { id });
}
