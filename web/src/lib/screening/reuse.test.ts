import { expect, it } from 'vitest';
import { reuseDays } from './reuse';

const DAY = 86_400;

it.each([
  [0, 1],
  [1, 2],
  [DAY, 2],
  [6 * DAY + 1, 8],
  [400 * DAY, 30],
  // The clock of the browser may be behind the server's.
  [-3 * DAY, 1],
])('a task of %i seconds ago is reached with %i days', (age, days) => {
  expect(reuseDays(1_800_000_000 - age, 1_800_000_000)).toBe(days);
});
