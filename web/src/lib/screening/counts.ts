/** Counts by name for charts: largest first, small ones grouped. */
import type { Counts } from './list-types';

export interface Share {
  name: string;
  count: number;
  /** Share of the total, from 0 to 1. */
  share: number;
}

export function sharesOf(counts: Counts): readonly Share[] {
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  const whole = entries.reduce((sum, [, count]) => sum + count, 0);
  return entries
    .map(([name, count]) => ({ name, count, share: count / whole }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

export interface TopShares {
  top: readonly Share[];
  /** Everything outside the top. Null if nothing is left. */
  rest: { names: number; count: number; share: number } | null;
}

/** A single leftover name is listed instead of being grouped as "others". */
export function topShares(shares: readonly Share[], most: number): TopShares {
  if (shares.length <= most + 1) return { top: shares, rest: null };
  const rest = shares.slice(most);
  return {
    top: shares.slice(0, most),
    rest: {
      names: rest.length,
      count: rest.reduce((sum, { count }) => sum + count, 0),
      share: rest.reduce((sum, { share }) => sum + share, 0),
    },
  };
}
