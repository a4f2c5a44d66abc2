import { expect, it } from 'vitest';
import { momentOf, pickedOf } from './date-value';

it.each([
  ['', null],
  ['2026-11-16T10:30', '2026-11-16 10:30:00'],
])('%j is %j in the calendar, and back', (value, picked) => {
  expect(pickedOf(value)).toBe(picked);
  expect(momentOf(picked)).toBe(value);
});
