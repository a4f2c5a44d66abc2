import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Received = components['schemas']['NotificationView'];

export const MY_NOTIFICATIONS_KEY = 'notify/list';

export function listMyNotifications(state: TableState, signal: AbortSignal): Promise<Listed<Received>> {
  const filter = { waiting: state.filters.waiting === 'true' };
  const body = { page: state.page, size: state.size, filter };
  return callFor('notify/list', body, { signal, silent: true });
}

/** Returns the number of notifications that are still pending. */
export async function confirmNotifications(which: { ids: number[] } | { all: true }): Promise<number> {
  return (await callFor('notify/confirm', which, { silent: true })).count;
}

export function isWaiting({ needs_confirm, confirmed_at }: Received): boolean {
  return needs_confirm && confirmed_at == null;
}
