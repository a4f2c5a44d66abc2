import { expect, it } from 'vitest';
import { retryDelay } from './retry-delay';

it.each([
  [0, 0, 1_000],
  [1, 0, 1_000],
  [2, 0, 2_000],
  [5, 0, 16_000],
  [7, 0, 60_000],
  [2_000, 0, 60_000],
  [2, 1, 1_000],
  [2, 0.5, 1_500],
])('after %s failures with chance %s: %s ms', (failures, random, expected) => {
  expect(retryDelay(failures, random)).toBe(expected);
});
