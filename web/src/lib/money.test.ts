import { describe, expect, it } from 'vitest';
import { formatPoints } from './money';

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

  it('takes amounts beyond what a float can hold', () => {
    expect(formatPoints(90_071_992_547_409_931_234n, 4, 'en')).toBe('9,007,199,254,740,993.1234');
  });
});
