import { expect, it } from 'vitest';
import { partsOf, totalsOf } from './usage';

const DAY = { day: '2026-11-16', requests: 10, refused: 3, lookups: 5, numbers: 105, points: 20_000 };

it('is totalled', () => {
  expect(totalsOf([DAY, DAY])).toEqual({
    requests: 20,
    refused: 6,
    lookups: 10,
    numbers: 210,
    points: 40_000,
  });
  expect(totalsOf([])).toMatchObject({ requests: 0, points: 0 });
});

it.each([
  ['requests', { answered: 7, refused: 3 }],
  ['lookups', { lookups: 5 }],
  ['points', { points: 20_000 }],
] as const)('%s of a day', (measure, expected) => {
  const parts = partsOf(DAY, measure).map(({ part, value }) => [part, value]);
  expect(Object.fromEntries(parts)).toEqual(expected);
});
