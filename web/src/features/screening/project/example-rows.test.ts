import { expect, it } from 'vitest';
import { exampleRows } from './example-rows';

it.each([
  [
    ['active', 'inactive'],
    ['active', 'inactive', 'unknown'],
  ],
  [['valid'], ['valid', 'unknown']],
  [
    ['a', 'b', 'c', 'd', 'e'],
    ['a', 'b', 'c', 'unknown'],
  ],
])('%j shows %j', (statuses, shown) => {
  expect(exampleRows({ statuses, answerer: 'channels' }).map(({ status }) => status)).toEqual(shown);
});

it('only a carrier lookup shows carriers, if known', () => {
  const rows = exampleRows({ statuses: ['known'], answerer: 'carrier' });
  expect(rows.map(({ carrier }) => carrier !== '')).toEqual([true, false]);
});
