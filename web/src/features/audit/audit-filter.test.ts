import { expect, it } from 'vitest';
import { auditFilter } from './audit-filter';

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1000;

const none = { actor: null, subject: null, action: null, ip: null, search: null, from: null, to: null };

it.each([
  [{}, {}],
  [
    { actor: '1', subject: '10001' },
    { actor: 1, subject: 10001 },
  ],
  [{ actor: "1'; DROP TABLE", subject: '-1' }, {}],
  [
    { action: 'user/edit', ip: '10.0.0.1', search: 'ud' },
    { action: 'user/edit', ip: '10.0.0.1', search: 'ud' },
  ],
  [
    { from: '2026-11-15', to: '2026-11-15' },
    { from: midnight(2026, 11, 15), to: midnight(2026, 11, 16) - 1 },
  ],
  [{ to: '2026-12-31' }, { to: midnight(2027, 1, 1) - 1 }],
  [{ from: 'yesterday', to: '2026' }, {}],
])('%j asks for %j', (filters, expected) => {
  expect(auditFilter(filters)).toEqual({ ...none, ...expected });
});
