import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';

export interface Received {
  id: number;
  title: string;
  text: string;
  system: boolean;
  needs_confirm: boolean;
  confirmed_at: number | null;
  created_at: number;
}

export const MY_NOTIFICATIONS_KEY = 'notify/list';

export async function listMyNotifications(state: TableState, signal: AbortSignal): Promise<Listed<Received>> {
  const filter = state.filters.waiting === 'true' ? { waiting: true } : {};
  const body = { page: state.page, size: state.size, filter };
  return (await callUntyped('notify/list', body, { signal, silent: true })) as Listed<Received>;
}

/** How many still wait afterwards. */
export async function confirmNotifications(
  which: { ids: readonly number[] } | { all: true },
): Promise<number> {
  const { count } = (await callUntyped('notify/confirm', which, { silent: true })) as { count: number };
  return count;
}

export function isWaiting({ needs_confirm, confirmed_at }: Received): boolean {
  return needs_confirm && confirmed_at === null;
}
