import { queryOptions } from '@tanstack/react-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Notice = components['schemas']['NotificationView'];

export const NOTICES_KEY = 'dashboard/notices';
const SHOWN = 4;

export async function fetchNotices(signal: AbortSignal): Promise<readonly Notice[]> {
  const body = { page: 1, size: SHOWN, filter: { waiting: false } };
  return (await callFor('notify/list', body, { signal, silent: true })).items;
}

export function noticesOptions() {
  return queryOptions({ queryKey: [NOTICES_KEY], queryFn: ({ signal }) => fetchNotices(signal) });
}
