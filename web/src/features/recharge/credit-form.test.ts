import { describe, expect, it } from 'vitest';
import { creditOf, creditProblems, creditStart } from './credit-form';
import { depositFilter } from './deposit-filter';

describe('crediting a deposit', () => {
  it.each([
    [
      { order: 7, uid: 10_001 },
      { target: 'order', order: '7', uid: '10001' },
    ],
    [
      { order: null, uid: 10_001 },
      { target: 'account', order: '', uid: '10001' },
    ],
    [
      { order: null, uid: null },
      { target: 'order', order: '', uid: '' },
    ],
  ])('%j offers %j', (deposit, expected) => {
    expect(creditStart(deposit)).toEqual({ ...expected, reason: '' });
  });

  const values = { target: 'order', order: '7', uid: '10001', reason: 'late' } as const;

  it.each([
    [
      { order: ' 7 ', reason: ' late ' },
      { id: 3, order: 7, uid: null, reason: 'late' },
    ],
    [
      { target: 'account', order: 'nonsense', reason: 'paid twice' },
      { id: 3, order: null, uid: 10_001, reason: 'paid twice' },
    ],
  ] as const)('with %j becomes %j', (over, expected) => {
    expect(creditOf(3, { ...values, ...over })).toEqual(expected);
  });

  it.each([
    [{ reason: '  ' }, { reason: 'reason' }],
    [{ order: '' }, { order: 'order' }],
    [{ order: '0' }, { order: 'order' }],
    [{ order: '7.5' }, { order: 'order' }],
    [{ target: 'account', uid: '' }, { uid: 'uid' }],
  ] as const)('with %j has the problems %j', (over, expected) => {
    expect(creditProblems({ ...values, ...over })).toEqual(expected);
    expect(creditOf(3, { ...values, ...over })).toBeNull();
  });
});

it.each([
  [{}, { status: null, txid: null, uid: null }],
  [
    { status: 'lost', uid: 'x' },
    { status: null, txid: null, uid: null },
  ],
  [
    { status: 'unmatched', txid: 'ab', uid: '5' },
    { status: 'unmatched', txid: 'ab', uid: 5 },
  ],
])('%j asks for %j', (filters, expected) => {
  expect(depositFilter(filters)).toEqual(expected);
});
