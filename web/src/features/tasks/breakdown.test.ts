import { expect, it } from 'vitest';
import { carrierShares, statusShares } from './breakdown';

const breakdown = {
  rows: 10,
  by_status: [
    { check: 0, status: 'unknown', count: 5 },
    { check: 0, status: 'inactive', count: 3 },
    { check: 0, status: 'active', count: 2 },
    { check: 1, status: 'registered', count: 10 },
  ],
  by_country: [],
  by_kind: [],
  by_carrier: [
    { carrier: '', count: 6 },
    { carrier: 'Small', count: 1 },
    { carrier: 'Large', count: 3 },
  ],
};

it('statuses of one check stand good news first, each in its own colour', () => {
  const shares = statusShares(breakdown, 0);
  expect(shares.map(({ name, count }) => [name, count])).toEqual([
    ['active', 2],
    ['inactive', 3],
    ['unknown', 5],
  ]);
  expect(new Set(shares.map(({ color }) => color)).size).toBe(3);
  expect(statusShares(breakdown, 2)).toEqual([]);
});

it('the rest of the carriers is the last', () => {
  expect(carrierShares(breakdown).map(({ name }) => name)).toEqual(['Large', 'Small', '']);
});
