import { describe, expect, it } from 'vitest';
import { countFrom, warningFor } from './wait-confirm';

describe('notification badge', () => {
  it.each([
    [{ count: 3 }, 3],
    [{ count: 0 }, 0],
    [{ count: -1 }, 0],
    [{}, 0],
    [null, 0],
  ])('%j counts %s', (answer, count) => {
    expect(countFrom(answer)).toBe(count);
  });

  it.each([
    [0, 2, 'show'],
    [2, 3, 'show'],
    [3, 3, 'keep'],
    [0, 0, 'keep'],
    [3, 0, 'hide'],
  ])('from %s to %s: %s the warning', (before, now, expected) => {
    expect(warningFor(before, now)).toBe(expected);
  });
});
