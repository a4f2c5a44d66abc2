/** API keys, their usage, and test numbers. */
import { type CallBody, type CallData, call, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

/** Scopes are strings such as `tasks:read`. A newer server may know more of them. */
type Worded<View> = Omit<View, 'scopes'> & { scopes: string[] };

export type ApiKey = Worded<components['schemas']['ApiKeyView']>;
export type ApiInfo = Omit<Worded<CallData<'user/getApiInfo'>>, 'keys'> & { keys: ApiKey[] };
export type ApiRequest = components['schemas']['ApiRequest'];
export type UsageDay = components['schemas']['ApiDayView'];
export type TestNumber = components['schemas']['TestNumberView'];
export type KeyDraft = Worded<CallBody<'user/generateApi'>>;

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
  const body = draft as unknown as CallBody<'user/generateApi'>;
  return callFor('user/generateApi', body, SILENT);
}

export async function updateKey(id: number, draft: KeyDraft): Promise<void> {
  const body = { id, ...draft } as unknown as CallBody<'apiKey/update'>;
  await call('apiKey/update', body, SILENT);
}

export function rotateKey(id: number, overlapHours: number): Promise<KeyWithSecret> {
  return callFor('apiKey/rotate', { id, overlap_hours: overlapHours }, SILENT);
}

export async function revokeKey(id: number): Promise<void> {
  await call('apiKey/revoke', { id }, SILENT);
}
