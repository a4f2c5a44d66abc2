import { expect, it } from 'vitest';
import { momentOf, pickedOf, typedDate } from './date-value';

it.each([
  ['', null],
  ['2026-11-16T10:30', '2026-11-16 10:30:00'],
])('%j is %j in the calendar, and back', (value, picked) => {
  expect(pickedOf(value)).toBe(picked);
  expect(momentOf(picked)).toBe(value);
});

it.each([
  ['', false, ''],
  ['2026-11-1', false, null],
  ['2026-11-16', false, '2026-11-16'],
  ['2026-02-30', false, null],
  ['2026-11-16', true, null],
  ['2026-11-16 10:30', true, '2026-11-16T10:30'],
  ['2026-11-16 25:30', true, null],
])('typed %j (with time: %j) is %j', (typed, withTime, value) => {
  expect(typedDate(typed, withTime)).toBe(value);
});
