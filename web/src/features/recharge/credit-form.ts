/** Crediting a transfer that fits no order: to an order or to an account, with a reason. */
import { wholeNumber } from '@/lib/filter-values';
import type { CreditRequest, Deposit } from './api/deposits';

/** A type, so that it fits where any record of values does. */
export type CreditValues = {
  target: 'order' | 'account';
  /** Number of the order or of the account. */
  number: string;
  reason: string;
};

/** What the server suspects is offered; everything else has to be typed. */
export function creditStart({ order, uid }: Pick<Deposit, 'order' | 'uid'>): CreditValues {
  if (order != null) return { target: 'order', number: String(order), reason: '' };
  return { target: uid == null ? 'order' : 'account', number: uid == null ? '' : String(uid), reason: '' };
}

/** Null while something is missing. */
export function creditOf(id: number, { target, number, reason }: CreditValues): CreditRequest | null {
  const named = wholeNumber(number.trim());
  if (named === null || named === 0 || reason.trim() === '') return null;
  return {
    id,
    order: target === 'order' ? named : null,
    uid: target === 'account' ? named : null,
    reason: reason.trim(),
  };
}
