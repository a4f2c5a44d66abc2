import { expect, it } from 'vitest';
import { movementFilter } from './movement-filter';

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1000;

const none = { fund: null, holds: false, kind: null, uid: null, task: null, from: null, until: null };

it.each([
  [{}, {}],
  [
    { kind: 'top_up', task: '12', uid: '10001' },
    { kind: 'top_up', task: 12, uid: 10_001 },
  ],
  [{ fund: 'commission' }, { fund: 'commission' }],
  [{ holds: '1' }, { holds: true }],
  [{ fund: 'revenue', holds: 'yes', kind: 'theft', task: 'x', uid: '1e9' }, {}],
  [
    { from: '2026-12-31', until: '2026-12-31' },
    { from: midnight(2026, 12, 31), until: midnight(2027, 1, 1) },
  ],
])('%j asks for %j', (filters, expected) => {
  expect(movementFilter(filters)).toEqual({ ...none, ...expected });
});
