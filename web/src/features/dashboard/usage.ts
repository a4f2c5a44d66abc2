/** Usage by day: totals and chart columns. */
import { hitRate } from '@/lib/screening/task-events';
import type { UsageDay } from '@/lib/screening/types';

export interface Usage {
  answers: number;
  hits: number;
  unknown: number;
  charged: number;
}

export interface DayUsage extends Usage {
  day: number;
}

const NOTHING: Usage = { answers: 0, hits: 0, unknown: 0, charged: 0 };
const DAY_S = 86_400;
export const DAYS_SHOWN = 30;

function plus(a: Usage, b: Usage): Usage {
  return {
    answers: a.answers + b.answers,
    hits: a.hits + b.hits,
    unknown: a.unknown + b.unknown,
    charged: a.charged + b.charged,
  };
}

export function totalUsage(rows: readonly UsageDay[]): Usage & { rate: number | null } {
  const sum = rows.reduce<Usage>(plus, NOTHING);
  return { ...sum, rate: hitRate(sum) };
}

/** The project with the most answers first. */
export function projectsOf(rows: readonly UsageDay[]): readonly string[] {
  const answers = new Map<string, number>();
  for (const row of rows) answers.set(row.project, (answers.get(row.project) ?? 0) + row.answers);
  return [...answers].toSorted(([, a], [, b]) => b - a).map(([project]) => project);
}

/** One entry per day up to today, including days without usage. Days start at midnight UTC. */
export function usageByDay(
  rows: readonly UsageDay[],
  project: string | null,
  nowSeconds: number,
): readonly DayUsage[] {
  const sums = new Map<number, Usage>();
  for (const row of rows) {
    if (project !== null && row.project !== project) continue;
    sums.set(row.day, plus(sums.get(row.day) ?? NOTHING, row));
  }
  return lastDays(nowSeconds).map((day) => ({ day, ...(sums.get(day) ?? NOTHING) }));
}

/** One value per day up to today, 0 for days without one. */
export function valuesByDay<Row extends { day: number }>(
  rows: readonly Row[],
  valueOf: (row: Row) => number,
  nowSeconds: number,
): readonly number[] {
  const values = new Map(rows.map((row) => [row.day, valueOf(row)]));
  return lastDays(nowSeconds).map((day) => values.get(day) ?? 0);
}

/** The days that the dashboard shows, today last. */
function lastDays(nowSeconds: number): readonly number[] {
  const today = Math.floor(nowSeconds / DAY_S) * DAY_S;
  return Array.from({ length: DAYS_SHOWN }, (_, index) => today - (DAYS_SHOWN - 1 - index) * DAY_S);
}

export type Measure = 'numbers' | 'spend';
export type Part = 'hits' | 'others' | 'unknown' | 'charged';

export const PARTS_OF: Readonly<Record<Measure, readonly Part[]>> = {
  numbers: ['hits', 'others', 'unknown'],
  spend: ['charged'],
};

export function partOf(usage: Usage, part: Part): number {
  if (part === 'others') return Math.max(0, usage.answers - usage.hits - usage.unknown);
  return usage[part];
}
