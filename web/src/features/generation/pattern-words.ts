/** Describes a pattern in words. */
import type { PatternPlaces } from './api/spaces';

export type PatternPart =
  | { kind: 'calling_code'; digits: string }
  | { kind: 'fixed'; digits: string }
  | { kind: 'any'; n: number }
  | { kind: 'choice'; digits: string; n: number };

const ALL_DIGITS = 10;

/** `callingCode` is the calling code of the numbers, if known. */
export function patternParts(
  { international, places }: PatternPlaces,
  callingCode: number | null,
): PatternPart[] {
  const code = international && callingCode !== null ? String(callingCode) : '';
  const parts: PatternPart[] = code ? [{ kind: 'calling_code', digits: code }] : [];
  for (const place of places.slice(code.length)) add(parts, place);
  return parts;
}

function add(parts: PatternPart[], place: string): void {
  const last = parts.at(-1);
  if (place.length === 1) {
    if (last?.kind === 'fixed') last.digits += place;
    else parts.push({ kind: 'fixed', digits: place });
  } else if (place.length === ALL_DIGITS) {
    if (last?.kind === 'any') last.n += 1;
    else parts.push({ kind: 'any', n: 1 });
  } else {
    const digits = shortChoice(place);
    if (last?.kind === 'choice' && last.digits === digits) last.n += 1;
    else parts.push({ kind: 'choice', digits, n: 1 });
  }
}

/** Shortens `01234` to `0-4` and `0268` to `0, 2, 6, 8`. */
export function shortChoice(digits: string): string {
  const runs: [first: number, last: number][] = [];
  for (const digit of Array.from(digits, Number)) {
    const run = runs.at(-1);
    if (run && run[1] === digit - 1) run[1] = digit;
    else runs.push([digit, digit]);
  }
  return runs
    .flatMap(([first, last]) => {
      if (first === last) return [String(first)];
      return last === first + 1 ? [String(first), String(last)] : [`${first}-${last}`];
    })
    .join(', ');
}
