/** Describes a movement: translation key and parameters. */
import type { Movement } from './api/movements';

type DescribedMovement = Pick<Movement, 'kind' | 'amount' | 'order' | 'task' | 'lookup' | 'numbers'>;

export type WordKey =
  | 'top_up'
  | 'top_up_order'
  | 'quota_top_up'
  | 'quota_top_up_order'
  | 'hold'
  | 'hold_lookup'
  | 'settle_lookup'
  | 'release_lookup'
  | 'refund_lookup'
  | 'settle'
  | 'settle_numbers'
  | 'release'
  | 'refund'
  | 'adjust_in'
  | 'adjust_out'
  | 'commission'
  | 'commission_reversal';

export interface Words {
  key: WordKey;
  values: { order: number; task: number; lookup: number; numbers: number };
}

export function movementWords(movement: DescribedMovement): Words {
  const { order, task, lookup, numbers } = movement;
  const values = { order: order ?? 0, task: task ?? 0, lookup: lookup ?? 0, numbers };
  return { key: keyOf(movement), values };
}

function keyOf({ kind, amount, order, lookup, numbers }: DescribedMovement): WordKey {
  switch (kind) {
    case 'hold':
    case 'release':
    case 'refund':
      return lookup == null ? kind : `${kind}_lookup`;
    case 'top_up':
    case 'quota_top_up':
      // Deposits that an administrator credited to an account have no order.
      return order == null ? kind : `${kind}_order`;
    case 'adjust':
      return amount < 0 ? 'adjust_out' : 'adjust_in';
    case 'settle':
      if (lookup != null) return 'settle_lookup';
      return numbers > 0 ? 'settle_numbers' : 'settle';
    default:
      return kind;
  }
}
