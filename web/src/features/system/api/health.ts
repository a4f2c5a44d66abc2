import { queryOptions } from '@tanstack/react-query';
import type { Language } from '@/config/constants';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Health = components['schemas']['SystemHealthAnswer'];
export type Finding = components['schemas']['Finding'];
export type Verdict = components['schemas']['Verdict'];

/** The server writes the findings in the reader's language. */
export function healthOptions(language: Language) {
  return queryOptions({
    queryKey: ['system/health', language],
    queryFn: ({ signal }) => fetchHealth(false, signal),
  });
}

/** The server keeps a report for a while; `again` asks for a new one. */
export function fetchHealth(again: boolean, signal?: AbortSignal): Promise<Health> {
  return callFor('system/health', { again }, { silent: true, ...(signal ? { signal } : {}) });
}
