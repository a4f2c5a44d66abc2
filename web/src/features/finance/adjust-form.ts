/** A correction of a balance, from what is typed to what the server takes. */
import { POINT_FRACTION_DIGITS } from '@/config/constants';
import { wholeNumber } from '@/lib/filter-values';
import { parseAmount } from '@/lib/money';
import type { AdjustRequest } from './api/movements';

/** A type, so that it fits where any record of values does. */
export type AdjustValues = {
  uid: string;
  bucket: 'points' | 'credit';
  amount: string;
  reason: string;
};

export const ADJUST_START: AdjustValues = { uid: '', bucket: 'points', amount: '', reason: '' };

export type AdjustProblems = Partial<Record<keyof AdjustValues, 'uid' | 'amount' | 'reason'>>;

/** In 1/10,000 point; null for nothing, for nonsense and for what JSON could not carry exactly. */
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

/** Works without a secure context too, where `randomUUID` is missing. */
export function newRequestId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
