import { describe, expect, it } from 'vitest';
import { formatCompact } from './number-format';

describe('helpers: number formatter', () => {
  it.each([
    [0, 1, '0'],
    [999, 1, '999'],
    [1000, 1, '1k'],
    [1234, 1, '1.2k'],
    [1234, 2, '1.23k'],
    [1_500_000, 2, '1.5M'],
    [2e9, 1, '2G'],
    [3.25e12, 2, '3.25T'],
    [1e15, 0, '1P'],
    [1.04e18, 2, '1.04E'],
    [-1234, 1, '-1.2k'],
  ])('%s with %s digits is %s', (value, digits, shown) => {
    expect(formatCompact(value, digits)).toBe(shown);
  });
});
