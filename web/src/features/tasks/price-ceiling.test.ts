import { expect, it } from 'vitest';
import { ceilingOf } from './price-ceiling';

it.each([
  ['0', 0],
  ['12.5', 125_000],
  ['0,0001', 1],
  [' 7 ', 70_000],
  ['', null],
  ['-1', null],
  ['1.23456', null],
  ['ten', null],
  ['999999999999999', null],
])('%j is a ceiling of %j', (typed, expected) => {
  expect(ceilingOf(typed)).toBe(expected);
});
