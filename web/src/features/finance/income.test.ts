import { describe, expect, it } from 'vitest';
import { dayBars, earned, formatUtcDay, incomeSpan } from './income';

const day = (number: number) => Date.UTC(2026, 10, number) / 1000;

describe('income', () => {
  it.each([
    [{}, { from: null, until: null }],
    [
      { from: '2026-11-15', until: '2026-11-15' },
      { from: day(15), until: day(16) },
    ],
    [
      { from: 'soon', until: '15.11.2026' },
      { from: null, until: null },
    ],
  ])('%j spans %j', (filters, expected) => {
    expect(incomeSpan(filters)).toEqual(expected);
  });

  it('is charges for staff and commission for customers', () => {
    expect(earned({ charged: 0, commission: 5 })).toBe(0);
    expect(earned({ charged: null, commission: 5 })).toBe(5);
  });

  it('has a bar for each day, including empty ones, summed over projects', () => {
    const rows = [
      { day: day(15), charged: 30, commission: 0 },
      { day: day(15), charged: 70, commission: 0 },
      { day: day(13), charged: 50, commission: 0 },
    ];
    const bars = dayBars(rows);
    expect(bars).toHaveLength(7);
    expect(bars.slice(-4)).toEqual([
      { day: day(12), amount: 0 },
      { day: day(13), amount: 50 },
      { day: day(14), amount: 0 },
      { day: day(15), amount: 100 },
    ]);
  });

  it('covers all days and is empty without data', () => {
    const long = [
      { day: day(1), charged: null, commission: 5 },
      { day: day(45), charged: null, commission: -5 },
    ];
    expect(dayBars(long)).toHaveLength(45);
    expect(dayBars(long).at(-1)).toEqual({ day: day(45), amount: -5 });
    expect(dayBars([])).toEqual([]);
  });

  it('formats days in UTC', () => {
    expect(formatUtcDay(day(15), 'en')).toBe('Nov 15, 2026');
  });
});
