import { expect, it } from 'vitest';
import { movementWords } from './movement-words';

const plain = { amount: 10_000, order: null, task: null, lookup: null, numbers: 0 };

it.each([
  [{ ...plain, kind: 'top_up', order: 7 }, 'top_up_order', { order: 7 }],
  [{ ...plain, kind: 'top_up' }, 'top_up', {}],
  [{ ...plain, kind: 'quota_top_up', order: 8 }, 'quota_top_up_order', { order: 8 }],
  [{ ...plain, kind: 'hold', amount: -10_000, task: 3 }, 'hold', { task: 3 }],
  [{ ...plain, kind: 'settle', task: 3, numbers: 500 }, 'settle_numbers', { task: 3, numbers: 500 }],
  [{ ...plain, kind: 'settle', task: 3 }, 'settle', { task: 3 }],
  [{ ...plain, kind: 'release', task: 3 }, 'release', { task: 3 }],
  [{ ...plain, kind: 'refund', task: 3 }, 'refund', { task: 3 }],
  [{ ...plain, kind: 'hold', lookup: 4 }, 'hold_lookup', { lookup: 4 }],
  [{ ...plain, kind: 'settle', lookup: 4, numbers: 2 }, 'settle_lookup', { lookup: 4, numbers: 2 }],
  [{ ...plain, kind: 'release', lookup: 4 }, 'release_lookup', { lookup: 4 }],
  [{ ...plain, kind: 'refund', lookup: 4 }, 'refund_lookup', { lookup: 4 }],
  [{ ...plain, kind: 'adjust' }, 'adjust_in', {}],
  [{ ...plain, kind: 'adjust', amount: -1 }, 'adjust_out', {}],
  [{ ...plain, kind: 'commission' }, 'commission', {}],
  [{ ...plain, kind: 'commission_reversal' }, 'commission_reversal', {}],
] as const)('%j is described as %s', (movement, key, values) => {
  expect(movementWords(movement)).toEqual({
    key,
    values: { order: 0, task: 0, lookup: 0, numbers: 0, ...values },
  });
});
