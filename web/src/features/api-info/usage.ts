/** API usage of the last 30 days for the chart. */
import type { UsageDay } from './api/api-info';

export const MEASURES = ['requests', 'lookups', 'numbers', 'points'] as const;
export type Measure = (typeof MEASURES)[number];

export type Totals = Readonly<Record<Measure | 'refused', number>>;

export function totalsOf(days: readonly UsageDay[]): Totals {
  const sum = (name: Measure | 'refused'): number => days.reduce((total, day) => total + day[name], 0);
  return {
    requests: sum('requests'),
    refused: sum('refused'),
    lookups: sum('lookups'),
    numbers: sum('numbers'),
    points: sum('points'),
  };
}

export type Part = Measure | 'answered' | 'refused';

/** Requests are split into answered and refused. */
export function partsOf(day: UsageDay, measure: Measure): readonly { part: Part; value: number }[] {
  if (measure !== 'requests') return [{ part: measure, value: day[measure] }];
  return [
    { part: 'answered', value: Math.max(0, day.requests - day.refused) },
    { part: 'refused', value: day.refused },
  ];
}
