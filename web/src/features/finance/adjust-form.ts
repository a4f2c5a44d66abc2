/** The balance adjustment form: parsing and validation. */
import { POINT_FRACTION_DIGITS } from '@/config/constants';
import { wholeNumber } from '@/lib/filter-values';
import { parseAmount } from '@/lib/money';
import type { AdjustRequest } from './api/movements';

/** A type alias, because interfaces are not assignable to index signatures. */
export type AdjustValues = {
  uid: string;
  bucket: 'points' | 'credit';
  amount: string;
  reason: string;
};

export const ADJUST_START: AdjustValues = { uid: '', bucket: 'points', amount: '', reason: '' };

export type AdjustProblems = Partial<Record<keyof AdjustValues, 'uid' | 'amount' | 'reason'>>;

/** In 1/10,000 point. Null if empty, invalid or not exactly representable in JSON. */
export function adjustAmount(typed: string): number | null {
  const units = parseAmount(typed, POINT_FRACTION_DIGITS);
  if (units === null || units === 0n) return null;
  const amount = Number(units);
  return Number.isSafeInteger(amount) ? amount : null;
}

export function adjustProblems({ uid, amount, reason }: AdjustValues): AdjustProblems {
  return {
    ...(wholeNumber(uid.trim()) ? {} : { uid: 'uid' as const }),
    ...(adjustAmount(amount) === null ? { amount: 'amount' as const } : {}),
    ...(reason.trim() === '' ? { reason: 'reason' as const } : {}),
  };
}

export function adjustOf(values: AdjustValues, requestId: string): AdjustRequest | null {
  const uid = wholeNumber(values.uid.trim());
  const amount = adjustAmount(values.amount);
  const reason = values.reason.trim();
  if (!uid || amount === null || reason === '') return null;
  return { uid, bucket: values.bucket, amount, request_id: requestId, reason };
}

/** `randomUUID` is missing in insecure contexts. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
