import { describe, expect, it } from 'vitest';
import { patternParts, shortChoice } from './pattern-words';

const ANY = '0123456789';

describe('pattern descriptions', () => {
  it('names the calling code and joins adjacent digits', () => {
    const places = ['8', '6', '1', '3', '8', ANY, ANY, '8', '8', '01234', '01234', '8'];
    expect(patternParts({ international: true, places }, 86)).toEqual([
      { kind: 'calling_code', digits: '86' },
      { kind: 'fixed', digits: '138' },
      { kind: 'any', n: 2 },
      { kind: 'fixed', digits: '88' },
      { kind: 'choice', digits: '0-4', n: 2 },
      { kind: 'fixed', digits: '8' },
    ]);
  });

  it('omits an unknown calling code', () => {
    expect(patternParts({ international: false, places: ['1', ANY] }, 86)).toEqual([
      { kind: 'fixed', digits: '1' },
      { kind: 'any', n: 1 },
    ]);
    expect(patternParts({ international: true, places: ['9', '9'] }, null)).toEqual([
      { kind: 'fixed', digits: '99' },
    ]);
  });

  it.each([
    ['01234', '0-4'],
    ['0268', '0, 2, 6, 8'],
    ['01579', '0, 1, 5, 7, 9'],
    ['123789', '1-3, 7-9'],
  ])('%s is described as %s', (digits, expected) => {
    expect(shortChoice(digits)).toBe(expected);
  });
});
