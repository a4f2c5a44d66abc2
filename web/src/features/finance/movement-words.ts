/** Describes a movement: translation key and parameters. */
import type { Movement } from './api/movements';

type DescribedMovement = Pick<Movement, 'kind' | 'amount' | 'order' | 'task' | 'numbers'>;

export type WordKey =
  | 'top_up'
  | 'top_up_order'
  | 'quota_top_up'
  | 'quota_top_up_order'
  | 'hold'
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
  values: { order: number; task: number; numbers: number };
}

export function movementWords(movement: DescribedMovement): Words {
  const { order, task, numbers } = movement;
  return { key: keyOf(movement), values: { order: order ?? 0, task: task ?? 0, numbers } };
}

function keyOf({ kind, amount, order, numbers }: DescribedMovement): WordKey {
  switch (kind) {
    case 'top_up':
    case 'quota_top_up':
      // Deposits that an administrator credited to an account have no order.
      return order == null ? kind : `${kind}_order`;
    case 'adjust':
      return amount < 0 ? 'adjust_out' : 'adjust_in';
    case 'settle':
      return numbers > 0 ? 'settle_numbers' : 'settle';
    default:
      return kind;
  }
}
