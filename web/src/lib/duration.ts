/** Splits a duration into units. */

export type DurationParts =
  | { unit: 'moment' }
  | { unit: 'seconds'; count: number }
  | { unit: 'minutes'; minutes: number; seconds: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number };

/** Uses the two largest units. */
export function durationParts(seconds: number): DurationParts {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 1) return { unit: 'moment' };
  const minutes = Math.floor(whole / 60);
  if (minutes < 1) return { unit: 'seconds', count: whole };
  if (minutes < 60) return { unit: 'minutes', minutes, seconds: whole % 60 };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 };
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
}
