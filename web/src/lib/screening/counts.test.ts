import { describe, expect, it } from 'vitest';
import { sharesOf, topShares } from './counts';
import { countryNamer, statusTone } from './labels';
import { neededDigits } from './needed-digits';

describe('shares', () => {
  it('are sorted by size, then name, without zeros', () => {
    expect(sharesOf({ US: 1, CN: 2, DE: 1, FR: 0 })).toEqual([
      { name: 'CN', count: 2, share: 0.5 },
      { name: 'DE', count: 1, share: 0.25 },
      { name: 'US', count: 1, share: 0.25 },
    ]);
    expect(sharesOf({})).toEqual([]);
  });

  it.each([
    [3, 2, 3, null],
    [4, 2, 2, { names: 2, count: 2, share: 0.5 }],
    [2, 2, 2, null],
  ])('%i of them, at most %i shown', (all, most, shown, rest) => {
    const counts = Object.fromEntries(Array.from({ length: all }, (_, index) => [`c${index}`, 1]));
    const cut = topShares(sharesOf(counts), most);
    expect(cut.top).toHaveLength(shown);
    expect(cut.rest).toEqual(rest);
  });
});

describe('labels', () => {
  it.each([
    ['en', 'CN', 'China'],
    ['zh', 'US', '美国'],
    ['en', '001', null],
    ['en', '', null],
    ['en', 'ZZZ', null],
  ])('in %s, %s is %s', (language, code, name) => {
    expect(countryNamer(language)(code)).toBe(name);
  });

  it.each([
    ['active', 'good'],
    ['not_registered', 'other'],
    ['high', 'risk'],
    ['unknown', 'none'],
    ['skipped', 'none'],
    ['something_new', 'other'],
  ])('%s is %s', (status, tone) => expect(statusTone(status)).toBe(tone));
});

describe('prices', () => {
  it.each([
    [10_000, 2, 2],
    [25, 2, 4],
    [50, 2, 3],
    [12_500, 0, 2],
    [0, 2, 2],
  ])('%i needs, with %i shown, %i decimals', (amount, least, digits) => {
    expect(neededDigits(amount, least)).toBe(digits);
  });
});
