import { describe, expect, it } from 'vitest';
import { creditOf, creditStart } from './credit-form';
import { depositFilter } from './deposit-filter';

describe('crediting a transfer', () => {
  it.each([
    [
      { order: 7, uid: 10_001 },
      { target: 'order', number: '7' },
    ],
    [
      { order: null, uid: 10_001 },
      { target: 'account', number: '10001' },
    ],
    [
      { order: null, uid: null },
      { target: 'order', number: '' },
    ],
  ])('%j offers %j', (deposit, expected) => {
    expect(creditStart(deposit)).toEqual({ ...expected, reason: '' });
  });

  it.each([
    [
      { target: 'order', number: ' 7 ', reason: ' late ' },
      { id: 3, order: 7, uid: null, reason: 'late' },
    ],
    [
      { target: 'account', number: '10001', reason: 'paid twice' },
      { id: 3, order: null, uid: 10_001, reason: 'paid twice' },
    ],
    [{ target: 'account', number: '10001', reason: '  ' }, null],
    [{ target: 'order', number: '', reason: 'late' }, null],
    [{ target: 'order', number: '0', reason: 'late' }, null],
    [{ target: 'order', number: '7.5', reason: 'late' }, null],
  ] as const)('%j becomes %j', (values, expected) => {
    expect(creditOf(3, values)).toEqual(expected);
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
