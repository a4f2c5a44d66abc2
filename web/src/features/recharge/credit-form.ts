/** The form for crediting an unmatched deposit to an order or an account. */
import { wholeNumber } from '@/lib/filter-values';
import type { CreditRequest, Deposit } from './api/deposits';

/** A type alias, because interfaces are not assignable to index signatures. */
export type CreditValues = {
  target: 'order' | 'account';
  order: string;
  uid: string;
  reason: string;
};

export type CreditProblems = Partial<Record<keyof CreditValues, 'order' | 'uid' | 'reason'>>;

/** Prefills the order or account that the server suggests. */
export function creditStart({ order, uid }: Pick<Deposit, 'order' | 'uid'>): CreditValues {
  return {
    target: order == null && uid != null ? 'account' : 'order',
    order: order == null ? '' : String(order),
    uid: uid == null ? '' : String(uid),
    reason: '',
  };
}

/** Checks only the fields of the selected target. */
export function creditProblems({ target, order, uid, reason }: CreditValues): CreditProblems {
  return {
    ...(target === 'order' && !wholeNumber(order.trim()) ? { order: 'order' as const } : {}),
    ...(target === 'account' && !wholeNumber(uid.trim()) ? { uid: 'uid' as const } : {}),
    ...(reason.trim() === '' ? { reason: 'reason' as const } : {}),
  };
}

/** Returns null if the form is incomplete. */
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
