import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Health = components['schemas']['SystemHealthAnswer'];
export type Finding = components['schemas']['Finding'];
export type Verdict = components['schemas']['Verdict'];

export const HEALTH_KEY = 'system/health';

/** The server keeps a report for a while; `again` asks for a new one. */
export function fetchHealth(again: boolean, signal?: AbortSignal): Promise<Health> {
  return callFor('system/health', { again }, { silent: true, ...(signal ? { signal } : {}) });
}
