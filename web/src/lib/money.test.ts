import { describe, expect, it } from 'vitest';
import { formatPoints, parseAmount, pointsFor, rechargeAmount, typedPoints, usdtFor } from './money';

describe('points as integers in 1/10,000', () => {
  it.each([
    [0, 2, 'en', '0.00'],
    [10_000, 2, 'en', '1.00'],
    [12_345_678, 2, 'en', '1,234.56'],
    [12_345_678, 4, 'en', '1,234.5678'],
    [12_345_678, 0, 'en', '1,234'],
    [12_345_678, 6, 'en', '1,234.567800'],
    [99_999, 2, 'en', '9.99'],
    [-12_300, 2, 'en', '-1.23'],
    [-1, 2, 'en', '0.00'],
    [-1, 4, 'en', '-0.0001'],
    [123_456_780_000, 2, 'es', '12.345.678,00'],
    [Number.MAX_SAFE_INTEGER, 4, 'en', '900,719,925,474.0991'],
  ])('%s with %s decimals in %s is %s', (amount, decimals, locale, shown) => {
    expect(formatPoints(amount, decimals, locale)).toBe(shown);
  });

  it('formats amounts beyond float precision', () => {
    expect(formatPoints(90_071_992_547_409_931_234n, 4, 'en')).toBe('9,007,199,254,740,993.1234');
  });
});

describe('typed amounts', () => {
  it.each([
    ['1', 4, 10_000n],
    [' 12,5 ', 4, 125_000n],
    ['-0.0001', 4, -1n],
    ['900719925474.0993', 4, 9_007_199_254_740_993n],
    ['1.23456', 4, null],
    ['1e3', 4, null],
    ['1,000.5', 4, null],
    ['', 4, null],
    ['.5', 4, null],
  ])('%j with %s decimals is %s', (typed, digits, expected) => {
    expect(parseAmount(typed, digits)).toBe(expected);
  });

  it.each([
    ['1', '1.00'],
    ['0.99', null],
    ['10.5', '10.50'],
    ['100000', '100000.00'],
    ['100000.01', null],
    ['10.001', null],
    ['-5', null],
    ['ten', null],
  ])('a top-up of %j is %j', (typed, expected) => {
    expect(rechargeAmount(typed)).toBe(expected);
  });
});

it.each([
  [0, '0'],
  [80, '0.008'],
  [12_500, '1.25'],
  [1, '0.0001'],
  [-30_000, '-3'],
])('%d is typed as %s', (amount, text) => expect(typedPoints(amount)).toBe(text));

it.each([
  // 1,004.63 points at 10 points per USDT.
  [10_046_300, 100_000, '100.47'],
  [10_000_000, 100_000, '100.00'],
  [10_000_001, 100_000, '100.01'],
  [1, 100_000, '1.00'],
  [0, 100_000, '1.00'],
  [10_000, 3, '3333.34'],
  [Number.MAX_SAFE_INTEGER, 1, null],
  [10_000, 0, null],
])('%i missing at a rate of %i opens the dialog with %s', (points, rate, typed) => {
  const amount = usdtFor(points, rate);
  expect(amount).toBe(typed);
});

it.each([
  ['10', 100_000, 1_000_000n],
  ['10.01', 3, 30n],
  ['0.5', 100_000, null],
  ['abc', 100_000, null],
])('%s USDT at a rate of %i buys %s', (typed, rate, points) => {
  expect(pointsFor(typed, rate)).toBe(points);
});

it.each([10_046_300, 10_000_001, 1, 33_333_333])('the suggested amount buys at least %i', (points) => {
  const typed = usdtFor(points, 123_457) ?? '';
  expect(pointsFor(typed, 123_457)).toBeGreaterThanOrEqual(BigInt(points));
});
