/** Income by project and day: period and chart. */
import type { Income } from './api/income';

/** Days start at midnight UTC, regardless of the reader's time zone. */
export function utcDay(text: string | undefined, daysLater: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (!year || !month || !day) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day) + daysLater);
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}

export function incomeSpan(filters: Readonly<Record<string, string>>): {
  from: number | null;
  until: number | null;
} {
  return { from: utcDay(filters.from, 0), until: utcDay(filters.until, 1) };
}

/** What the reader earns: charges for staff, commission for customers. */
export function earned(row: Pick<Income, 'charged' | 'commission'>): number {
  return row.charged ?? row.commission;
}

export interface DayBar {
  day: number;
  amount: number;
}

const DAY_S = 86_400;
/** At least a week, so that one day is seen beside its neighbours. */
const LEAST_DAYS = 7;

/** One bar per day up to the last, including days without income. */
export function dayBars(rows: readonly Pick<Income, 'day' | 'charged' | 'commission'>[]): readonly DayBar[] {
  const sums = new Map<number, bigint>();
  for (const row of rows) {
    if (row.day == null) continue;
    sums.set(row.day, (sums.get(row.day) ?? 0n) + BigInt(earned(row)));
  }
  if (sums.size === 0) return [];
  const last = Math.max(...sums.keys());
  const first = Math.min(...sums.keys(), last - (LEAST_DAYS - 1) * DAY_S);
  const bars: DayBar[] = [];
  for (let day = first; day <= last; day += DAY_S) {
    bars.push({ day, amount: Number(sums.get(day) ?? 0n) });
  }
  return bars;
}

export function formatUtcDay(day: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(day * 1000));
}
