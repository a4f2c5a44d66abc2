/** Keys of the public API, their use, and the numbers to try it with. */
import { callUntyped } from '@/lib/api/client';

export interface ApiKey {
  id: number;
  name: string;
  prefix: string;
  scopes: readonly string[];
  ips: readonly string[];
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
  /** The secret before the last rotation is good until then. */
  rotated_until: number | null;
  revoked_at: number | null;
  state: 'active' | 'expired' | 'revoked';
}

export interface UsageDay {
  /** As `2026-11-16`, in UTC. */
  day: string;
  requests: number;
  refused: number;
  lookups: number;
  numbers: number;
  points: number;
}

export interface TestNumber {
  number: string;
  valid: boolean;
  description_key: 'hit' | 'miss' | 'unknown' | 'timeout' | 'invalid';
  /** By project: a status, or why nobody could tell. */
  checks: Readonly<Record<string, string>>;
}

export interface ApiInfo {
  base_url: string;
  keys: readonly ApiKey[];
  scopes: readonly string[];
  max_keys: number;
  limits: { lookup_per_minute: number; tasks_per_minute: number; read_per_minute: number };
  usage: readonly UsageDay[];
  test_numbers: readonly TestNumber[];
}

export interface KeyDraft {
  name: string;
  scopes: readonly string[];
  ips: readonly string[];
  expires_at: number | null;
}

export interface KeyWithSecret {
  key: ApiKey;
  secret: string;
}

export const API_INFO_KEY = 'user/getApiInfo';
const SILENT = { silent: true } as const;

export async function fetchApiInfo(signal: AbortSignal): Promise<ApiInfo> {
  return (await callUntyped('user/getApiInfo', {}, { ...SILENT, signal })) as ApiInfo;
}

export async function createKey(draft: KeyDraft): Promise<KeyWithSecret> {
  return (await callUntyped('user/generateApi', draft, SILENT)) as KeyWithSecret;
}

export async function updateKey(id: number, draft: KeyDraft): Promise<void> {
  await callUntyped('apiKey/update', { id, ...draft }, SILENT);
}

export async function rotateKey(id: number, overlapHours: number): Promise<KeyWithSecret> {
  return (await callUntyped('apiKey/rotate', { id, overlap_hours: overlapHours }, SILENT)) as KeyWithSecret;
}

export async function revokeKey(id: number): Promise<void> {
  await callUntyped('apiKey/revoke', { id }, SILENT);
}
