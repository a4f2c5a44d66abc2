/** Converts filter values from the URL to what the server expects. Invalid values are ignored. */

export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | null {
  return values.find((value) => value === text) ?? null;
}

/**
 * Days start at local midnight. Uses the calendar, because a day with a clock change is not 24 hours long.
 */
export function dayStart(text: string | undefined, daysLater: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (!year || !month || !day) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + daysLater).getTime();
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}
