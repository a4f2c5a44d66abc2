/** Dates and durations. Pure functions: the current time is always an argument. */
import { dateFormat } from './formatters';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export type Span = { unit: 'minutes' | 'hours' | 'days'; count: number };

/** Elapsed time in whole units, rounded down. */
export function relativeTime(secondsAgo: number): Span {
  if (secondsAgo < HOUR) return { unit: 'minutes', count: Math.floor(secondsAgo / MINUTE) };
  if (secondsAgo < DAY) return { unit: 'hours', count: Math.floor(secondsAgo / HOUR) };
  return { unit: 'days', count: Math.floor(secondsAgo / DAY) };
}

export type TimeAgo =
  | { kind: 'just_now' }
  | { kind: 'one_day' }
  | { kind: 'date' }
  | ({ kind: 'span' } & Span);

/**
 * Elapsed time for display: minutes and hours are rounded up, anything older than two days becomes a date.
 */
export function timeAgo(thenSeconds: number, nowSeconds: number): TimeAgo {
  const ago = nowSeconds - thenSeconds;
  if (ago < 30) return { kind: 'just_now' };
  if (ago < HOUR) return { kind: 'span', unit: 'minutes', count: Math.ceil(ago / MINUTE) };
  if (ago < DAY) return { kind: 'span', unit: 'hours', count: Math.ceil(ago / HOUR) };
  if (ago < 2 * DAY) return { kind: 'one_day' };
  return { kind: 'date' };
}

export type Moment = Date | number | string | null | undefined;

/** Ten-digit numbers are seconds. Numeric strings are treated as numbers. */
export function toDate(moment: Moment): Date | null {
  if (moment === null || moment === undefined || moment === '') return null;
  if (moment instanceof Date) return moment;
  const numeric = typeof moment === 'number' ? moment : /^\d+$/.test(moment) ? Number(moment) : null;
  if (numeric === null) return validDate(new Date(moment));
  return validDate(new Date(numeric.toString().length === 10 ? numeric * 1000 : numeric));
}

function validDate(date: Date): Date | null {
  return Number.isNaN(date.getTime()) ? null : date;
}

export const DEFAULT_DATE_PATTERN = '{y}-{m}-{d} {h}:{i}:{s}';

/** Fills `{y} {m} {d} {h} {i} {s}` in local time. Returns null if there is no date. */
export function formatDate(moment: Moment, pattern: string = DEFAULT_DATE_PATTERN): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const parts: Record<string, number> = {
    y: date.getFullYear(),
    m: date.getMonth() + 1,
    d: date.getDate(),
    h: date.getHours(),
    i: date.getMinutes(),
    s: date.getSeconds(),
  };
  return pattern.replace(/\{([ymdhis])\}/g, (_, key: string) => String(parts[key]).padStart(2, '0'));
}

const MOMENT = {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

/** Formats a moment in the reader's language. The time wraps to a second line if space is short. */
export function formatMoment(moment: Moment, locale: string): string | null {
  const date = toDate(moment);
  if (date === null) return null;
  const text = dateFormat(locale, MOMENT).format(date);
  return text.replace(/\s(?!\S+$)/g, '\u00a0');
}
