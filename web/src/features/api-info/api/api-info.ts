/** API keys, their usage, and test numbers. */
import { queryOptions } from '@tanstack/react-query';
import { type CallBody, type CallData, call, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type ApiKey = components['schemas']['ApiKeyView'];
export type ApiScope = components['schemas']['ApiScope'];
export type ApiInfo = CallData<'user/getApiInfo'>;
export type ApiRequest = components['schemas']['ApiRequest'];
export type UsageDay = components['schemas']['ApiDayView'];
export type UsedByKey = components['schemas']['ApiUsedView'];
export type TestNumber = components['schemas']['TestNumberView'];
export type KeyDraft = CallBody<'user/generateApi'>;

/** The secret is returned only once. */
export interface KeyWithSecret {
  key: ApiKey;
  secret: string;
}

export const API_INFO_KEY = 'user/getApiInfo';
const SILENT = { silent: true } as const;

export function fetchApiInfo(signal: AbortSignal): Promise<ApiInfo> {
  return callFor('user/getApiInfo', {}, { ...SILENT, signal });
}

/** The last requests with a key, newest first. */
export async function fetchRequests(id: number, signal: AbortSignal): Promise<ApiRequest[]> {
  const { requests } = await callFor('apiKey/requests', { id }, { ...SILENT, signal });
  return requests;
}

export function createKey(draft: KeyDraft): Promise<KeyWithSecret> {
  return callFor('user/generateApi', draft, SILENT);
}

export async function updateKey(id: number, draft: KeyDraft): Promise<void> {
  await call('apiKey/update', { id, ...draft }, SILENT);
}

export function rotateKey(id: number, overlapHours: number): Promise<KeyWithSecret> {
  return callFor('apiKey/rotate', { id, overlap_hours: overlapHours }, SILENT);
}

export async function revokeKey(id: number): Promise<void> {
  await call('apiKey/revoke', { id }, SILENT);
}

export function apiInfoOptions() {
  return queryOptions({ queryKey: [API_INFO_KEY], queryFn: ({ signal }) => fetchApiInfo(signal) });
}

export function requestsOptions(id: number) {
  return queryOptions({
    queryKey: ['apiKey/requests', id],
    queryFn: ({ signal }) => fetchRequests(id, signal),
  });
}
