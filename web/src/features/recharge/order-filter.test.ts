import { expect, it } from 'vitest';
import { orderFilter } from './order-filter';

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1000;

const none = { status: null, kind: null, uid: null, from: null, until: null };

it.each([
  [{}, {}],
  [{ status: '0' }, { status: 0 }],
  [{ status: '5', kind: 'gold', uid: '-1' }, {}],
  [
    { status: '3', kind: 'quota', uid: '10001' },
    { status: 3, kind: 'quota', uid: 10_001 },
  ],
  [
    { from: '2026-11-15', until: '2026-11-15' },
    { from: midnight(2026, 11, 15), until: midnight(2026, 11, 16) },
  ],
  [{ from: 'today', until: '2026-13' }, {}],
])('%j asks for %j', (filters, expected) => {
  expect(orderFilter(filters)).toEqual({ ...none, ...expected });
});
