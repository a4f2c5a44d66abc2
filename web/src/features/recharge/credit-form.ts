/** Crediting a transfer that fits no order: to an order or to an account, with a reason. */
import { wholeNumber } from '@/lib/filter-values';
import type { CreditRequest, Deposit } from './api/deposits';

/** A type, so that it fits where any record of values does. */
export type CreditValues = {
  target: 'order' | 'account';
  /** Number of the order. */
  order: string;
  /** Number of the account. */
  uid: string;
  reason: string;
};

export type CreditProblems = Partial<Record<keyof CreditValues, 'order' | 'uid' | 'reason'>>;

/** What the server suspects is offered; everything else has to be given. */
export function creditStart({ order, uid }: Pick<Deposit, 'order' | 'uid'>): CreditValues {
  return {
    target: order == null && uid != null ? 'account' : 'order',
    order: order == null ? '' : String(order),
    uid: uid == null ? '' : String(uid),
    reason: '',
  };
}

/** Only what the transfer goes to is looked at. */
export function creditProblems({ target, order, uid, reason }: CreditValues): CreditProblems {
  return {
    ...(target === 'order' && !wholeNumber(order.trim()) ? { order: 'order' as const } : {}),
    ...(target === 'account' && !wholeNumber(uid.trim()) ? { uid: 'uid' as const } : {}),
    ...(reason.trim() === '' ? { reason: 'reason' as const } : {}),
  };
}

/** Null while something is missing. */
export function creditOf(id: number, values: CreditValues): CreditRequest | null {
  if (Object.keys(creditProblems(values)).length > 0) return null;
  const { target, order, uid, reason } = values;
  return {
    id,
    order: target === 'order' ? wholeNumber(order.trim()) : null,
    uid: target === 'account' ? wholeNumber(uid.trim()) : null,
    reason: reason.trim(),
  };
}
