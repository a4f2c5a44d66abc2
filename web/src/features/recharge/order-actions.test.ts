import { expect, it } from 'vitest';
import { cleanTxid, orderActions } from './order-actions';

it.each([
  [0, true, true],
  [1, false, false],
  [2, true, false],
  [3, true, false],
  [4, false, false],
])('status %s: verify %s, cancel %s', (status, verify, cancel) => {
  expect(orderActions(status)).toEqual({ verify, cancel });
});

const id = 'ab'.repeat(32);
it.each([
  [id, id],
  [`  0x${id.toUpperCase()} `, id],
  [id.slice(1), null],
  [`${id}0`, null],
  ['zz'.repeat(32), null],
  ['', null],
])('%j is the transaction %j', (typed, expected) => {
  expect(cleanTxid(typed)).toBe(expected);
});
