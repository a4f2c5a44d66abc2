import { describe, expect, it } from 'vitest';
import { DAYS_SHOWN, partOf, projectsOf, totalUsage, usageByDay, valuesByDay } from './usage';

const DAY = 86_400;
const today = 20_000 * DAY;
const row = (day: number, project: string, answers: number) => ({
  day,
  project,
  answers,
  hits: answers / 2,
  unknown: 1,
  charged: answers * 10,
});
const rows = [row(today - DAY, 'hlr', 10), row(today, 'hlr', 20), row(today, 'whatsapp', 50)];

describe('usage', () => {
  it('is totalled, with the hit rate of definite answers', () => {
    expect(totalUsage(rows)).toEqual({ answers: 80, hits: 40, unknown: 3, charged: 800, rate: 40 / 77 });
    expect(totalUsage([])).toMatchObject({ answers: 0, rate: null });
  });

  it('lists the busiest project first', () => {
    expect(projectsOf(rows)).toEqual(['whatsapp', 'hlr']);
  });

  it.each([
    [null, 70, 10],
    ['hlr', 20, 10],
    ['none', 0, 0],
  ])('of %s by day', (project, last, before) => {
    const days = usageByDay(rows, project, today + 3600);
    expect(days).toHaveLength(DAYS_SHOWN);
    expect(days.at(-1)).toMatchObject({ day: today, answers: last });
    expect(days.at(-2)).toMatchObject({ day: today - DAY, answers: before });
    expect(days.at(0)).toMatchObject({ day: today - 29 * DAY, answers: 0 });
  });

  it('has a value for every day', () => {
    const some = [
      { day: today - 29 * DAY, sum: 3 },
      { day: today, sum: -4 },
      // Too old.
      { day: today - 30 * DAY, sum: 9 },
    ];
    const values = valuesByDay(some, ({ sum }) => sum, today + 3600);
    expect(values).toEqual([3, ...Array.from({ length: DAYS_SHOWN - 2 }, () => 0), -4]);
  });

  it.each([
    ['hits', 4],
    ['others', 5],
    ['unknown', 1],
    ['charged', 90],
  ] as const)('%s are %d', (part, expected) => {
    expect(partOf({ answers: 10, hits: 4, unknown: 1, charged: 90 }, part)).toBe(expected);
  });
});
