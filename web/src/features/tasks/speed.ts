/** Speed and remaining time of a task, from the progress seen so far. */

export interface Sighting {
  atMs: number;
  done: number;
}

/** Long enough to smooth out slow batches. */
const WINDOW_MS = 30_000;
/** Samples closer together than this are ignored. */
const LEAST_MS = 1_500;

/** Adds a sample. A decreased count belongs to another run, so it starts over. */
export function addSighting(seen: readonly Sighting[], now: Sighting): readonly Sighting[] {
  const last = seen.at(-1);
  if (last && now.done < last.done) return [now];
  if (last && now.atMs <= last.atMs) return seen;
  return [...seen.filter(({ atMs }) => now.atMs - atMs <= WINDOW_MS), now];
}

/** Numbers per second. Null if there is too little data. */
export function speedOf(seen: readonly Sighting[]): number | null {
  const [first, last] = [seen.at(0), seen.at(-1)];
  if (!first || !last || last.atMs - first.atMs < LEAST_MS) return null;
  return ((last.done - first.done) * 1000) / (last.atMs - first.atMs);
}

/** In seconds. Null if the task does not progress. */
export function timeLeft(left: number, speed: number | null): number | null {
  if (speed === null || speed <= 0) return null;
  return Math.ceil(left / speed);
}
