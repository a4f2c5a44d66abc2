/** The API key form: values, validation and the request. */
import type { ApiKey, ApiScope, KeyDraft } from '../api/api-info';
import { splitRanges, invalidRanges } from './ip-ranges';

export type KeyValues = {
  name: string;
  scopes: ApiScope[];
  ips: string;
  /** The date field's format in local time. Empty for no expiry. */
  expires: string;
};

export const MAX_NAME = 60;
export const MAX_RANGES = 50;

export const NEW_KEY: KeyValues = { name: '', scopes: ['lookup'], ips: '', expires: '' };

export function valuesOf(key: ApiKey): KeyValues {
  return {
    name: key.name,
    scopes: [...key.scopes],
    ips: key.ips.join('\n'),
    expires: key.expires_at ? localMoment(key.expires_at) : '',
  };
}

export interface KeyProblems {
  name?: 'name_missing';
  scopes?: 'scopes_missing';
  ips?: { kind: 'ips_wrong'; ranges: readonly string[] } | { kind: 'ips_many' };
  expires?: 'expires_past';
}

/** `before` is the current expiry of the key, which may be in the past. */
export function checkKey(values: KeyValues, nowSeconds: number, before: number | null = null): KeyProblems {
  const problems: KeyProblems = {};
  if (values.name.trim() === '') problems.name = 'name_missing';
  if (values.scopes.length === 0) problems.scopes = 'scopes_missing';
  const ranges = splitRanges(values.ips);
  const wrong = invalidRanges(ranges);
  if (wrong.length > 0) problems.ips = { kind: 'ips_wrong', ranges: wrong };
  else if (ranges.length > MAX_RANGES) problems.ips = { kind: 'ips_many' };
  const expires = expirySeconds(values.expires, before);
  if (values.expires !== '' && (expires === null || (expires <= nowSeconds && expires !== before)))
    problems.expires = 'expires_past';
  return problems;
}

export function draftOf(values: KeyValues, before: number | null = null): KeyDraft {
  return {
    name: values.name.trim(),
    scopes: values.scopes,
    ips: [...splitRanges(values.ips)],
    expires_at: expirySeconds(values.expires, before),
  };
}

/** The field shows minutes. An unchanged time keeps its seconds. */
function expirySeconds(local: string, before: number | null): number | null {
  if (before !== null && local === localMoment(before)) return before;
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}

function localMoment(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Common choices, so that users need not count days. */
export const EXPIRY_DAYS = [30, 90, 365] as const;

export function expiryInDays(days: number, nowSeconds: number): string {
  return localMoment(nowSeconds + days * 86_400);
}
