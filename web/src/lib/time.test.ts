import { describe, expect, it } from 'vitest';
import { formatDate, formatMoment, relativeTime, timeAgo, toDate } from './time';

describe('helpers: relative time floors', () => {
  it.each([
    [10, 'minutes', 0],
    [3599, 'minutes', 59],
    [3600, 'hours', 1],
    [86_399, 'hours', 23],
    [86_400, 'days', 1],
    [200_000, 'days', 2],
  ])('%s s ago', (seconds, unit, count) => {
    expect(relativeTime(seconds)).toEqual({ unit, count });
  });
});

describe('helpers: time-ago', () => {
  const now = 1_700_000_000;
  it.each([
    [0, { kind: 'just_now' }],
    [29, { kind: 'just_now' }],
    [30, { kind: 'span', unit: 'minutes', count: 1 }],
    [61, { kind: 'span', unit: 'minutes', count: 2 }],
    [3599, { kind: 'span', unit: 'minutes', count: 60 }],
    [3600, { kind: 'span', unit: 'hours', count: 1 }],
    [3601, { kind: 'span', unit: 'hours', count: 2 }],
    [86_400, { kind: 'one_day' }],
    [172_799, { kind: 'one_day' }],
    [172_800, { kind: 'date' }],
  ])('%s s ago', (ago, expected) => {
    expect(timeAgo(now - ago, now)).toEqual(expected);
  });
});

describe('helpers: date format', () => {
  const moment = new Date(2024, 1, 3, 4, 5, 6);
  const seconds = Math.floor(moment.getTime() / 1000);

  it('defaults to year-month-day hour:minute:second', () => {
    expect(formatDate(moment)).toBe('2024-02-03 04:05:06');
  });
  it('treats ten digits as seconds and more as milliseconds', () => {
    expect(formatDate(seconds)).toBe('2024-02-03 04:05:06');
    expect(formatDate(moment.getTime())).toBe('2024-02-03 04:05:06');
  });
  it('accepts a numeric string', () => {
    expect(formatDate(String(seconds))).toBe('2024-02-03 04:05:06');
  });
  it('fills other patterns', () => {
    expect(formatDate(moment, '{y}/{m} {h}h')).toBe('2024/02 04h');
  });
  it.each([[null], [undefined], ['']])('returns null for %s', (empty) => {
    expect(formatDate(empty)).toBeNull();
  });
  it('returns null for invalid dates', () => {
    expect(toDate('not a date')).toBeNull();
    expect(formatMoment('not a date', 'en')).toBeNull();
  });
  it('uses the reader’s language', () => {
    expect(formatMoment(moment, 'en')).toBe('Feb\u00a003,\u00a02024, 04:05');
    expect(formatMoment(moment, 'ja')).toBe('2024年2月03日 04:05');
    expect(formatMoment(new Date(2024, 1, 3), 'en')).toMatch(/ 00:00$/);
  });
});
