import { useState } from 'react';
import type { TaskView } from '@/lib/screening/types';
import { type Sighting, speedOf, addSighting } from './speed';

/** Numbers per second, measured while the page is open. `seenAtMs` is when the last counts arrived. */
export function useSpeed({ id, state, done }: TaskView, seenAtMs: number): number | null {
  const [seen, setSeen] = useState<{ run: string; sightings: readonly Sighting[] }>({
    run: '',
    sightings: [],
  });
  // Start over after a pause, which would count as slowness.
  const run = `${id}:${state}`;
  const last = seen.run === run ? seen.sightings.at(-1) : undefined;
  if (state === 'running' && (!last || last.atMs < seenAtMs)) {
    const before = seen.run === run ? seen.sightings : [];
    setSeen({ run, sightings: addSighting(before, { atMs: seenAtMs, done }) });
  }
  return state === 'running' ? speedOf(seen.sightings) : null;
}
