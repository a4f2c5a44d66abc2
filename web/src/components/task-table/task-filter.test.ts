import { expect, it } from 'vitest';
import { taskFilter } from './task-filter';

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1000;
const none = { search: null, state: null, mode: null, project: null, uid: null, from: null, until: null };

it.each([
  [{}, {}],
  [
    { search: 'spring', state: 'running', mode: 'waterfall', project: 'whatsapp', uid: '10001' },
    { search: 'spring', state: 'running', mode: 'waterfall', project: 'whatsapp', uid: 10_001 },
  ],
  [{ state: 'dreaming', mode: 'upside_down', uid: 'x' }, {}],
  [
    { from: '2026-02-01', until: '2026-02-28' },
    { from: midnight(2026, 2, 1), until: midnight(2026, 3, 1) },
  ],
])('%j asks for %j', (filters, expected) => {
  expect(taskFilter(filters)).toEqual({ ...none, ...expected });
});
