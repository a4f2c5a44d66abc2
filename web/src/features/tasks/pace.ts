/** How fast a task runs and how long it still takes, from what was seen of it so far. */

export interface Sighting {
  atMs: number;
  done: number;
}

/** Long enough that one slow batch does not make the figure jump. */
const WINDOW_MS = 30_000;
/** Two sightings closer than this say nothing about speed. */
const LEAST_MS = 1_500;

/** Keeps what the speed is taken from. Counts that went back belong to another run. */
export function withSighting(seen: readonly Sighting[], now: Sighting): readonly Sighting[] {
  const last = seen.at(-1);
  if (last && now.done < last.done) return [now];
  if (last && now.atMs <= last.atMs) return seen;
  return [...seen.filter(({ atMs }) => now.atMs - atMs <= WINDOW_MS), now];
}

/** Numbers a second; null while too little was seen. */
export function speedOf(seen: readonly Sighting[]): number | null {
  const [first, last] = [seen.at(0), seen.at(-1)];
  if (!first || !last || last.atMs - first.atMs < LEAST_MS) return null;
  return ((last.done - first.done) * 1000) / (last.atMs - first.atMs);
}

/** Seconds; null when nothing moves. */
export function timeLeft(left: number, speed: number | null): number | null {
  if (speed === null || speed <= 0) return null;
  return Math.ceil(left / speed);
}

export type Lasting =
  | { unit: 'moment' }
  | { unit: 'seconds'; count: number }
  | { unit: 'minutes'; minutes: number; seconds: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'days'; days: number; hours: number };

/** The two largest units are enough. */
export function lasting(seconds: number): Lasting {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 1) return { unit: 'moment' };
  const minutes = Math.floor(whole / 60);
  if (minutes < 1) return { unit: 'seconds', count: whole };
  if (minutes < 60) return { unit: 'minutes', minutes, seconds: whole % 60 };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 };
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
}
