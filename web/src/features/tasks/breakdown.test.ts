import { expect, it } from 'vitest';
import { carrierNames, carrierShares, hasReasons, statusShares, stepCounts } from './breakdown';

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
    { carrier: '', name: '', count: 6 },
    { carrier: 'Small', name: '小型', count: 1 },
    { carrier: 'Large', name: 'Large', count: 3 },
  ],
  fields: [],
  columns: [],
};

it('sorts statuses of a check with hits first, each in its own colour', () => {
  const shares = statusShares(breakdown, 0);
  expect(shares.map(({ name, count }) => [name, count])).toEqual([
    ['active', 2],
    ['inactive', 3],
    ['unknown', 5],
  ]);
  expect(new Set(shares.map(({ color }) => color)).size).toBe(3);
  expect(shares[1]?.color, 'inactive is neutral, not a warning').toBe('var(--ns-neutral)');
  expect(statusShares(breakdown, 2)).toEqual([]);
});

it('lists the remaining carriers last', () => {
  expect(carrierShares(breakdown).map(({ name }) => name)).toEqual(['Large', 'Small', '']);
});

it('names carriers as the server does, and keeps the names of others', () => {
  expect(['Small', 'Large', '', 'Gone'].map(carrierNames(breakdown))).toEqual(['小型', 'Large', '', 'Gone']);
});

it('knows which checks have answers with a reason', () => {
  expect([0, 1, 2].map((check) => hasReasons(breakdown, check))).toEqual([true, false, false]);
  expect(hasReasons(undefined, 0)).toBe(false);
});

it('counts checked numbers and hits of a waterfall step', () => {
  const by_status = [
    { check: 0, status: 'valid', count: 10 },
    { check: 1, status: 'skipped', count: 4 },
    { check: 1, status: 'inactive', count: 1 },
    { check: 1, status: 'active', count: 3 },
    { check: 1, status: 'unknown', count: 2 },
  ];
  const checks = [
    ['unknown', 'skipped', 'valid'],
    ['unknown', 'skipped', 'active', 'inactive'],
  ];
  expect(
    stepCounts(
      { ...breakdown, by_status },
      checks.map((statuses) => ({ statuses })),
    ),
  ).toEqual([
    { asked: 10, hits: 10 },
    { asked: 6, hits: 3 },
  ]);
});
