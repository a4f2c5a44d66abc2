/** Converts the breakdown of a task's results to chart data. */
import { type Share, sharesOf } from '@/lib/screening/counts';
import { statusTone } from '@/lib/screening/labels';
import type { Breakdown } from '@/lib/screening/types';

/** One share per status of a check, hits first, "unknown" last, each with its own colour. */
export interface StatusShare extends Share {
  color: string;
}

const COLORS = {
  good: ['teal-6', 'green-7', 'cyan-7', 'lime-7'],
  bad: ['orange-6', 'red-6', 'grape-6', 'yellow-7', 'pink-6', 'indigo-5'],
  none: ['gray-5'],
} as const;
/** Skipped numbers are paler than unknown ones. */
const SKIPPED = 'skipped';
const ORDER = ['good', 'bad', 'none'] as const;

export function statusShares(breakdown: Breakdown, check: number): readonly StatusShare[] {
  const counts = Object.fromEntries(
    breakdown.by_status.filter((row) => row.check === check).map(({ status, count }) => [status, count]),
  );
  const shares = sharesOf(counts);
  return ORDER.flatMap((tone) =>
    shares
      .filter(({ name }) => statusTone(name) === tone)
      .map((share, index) => ({
        ...share,
        color:
          share.name === SKIPPED
            ? 'var(--ns-border-strong)'
            : `var(--mantine-color-${COLORS[tone][index % COLORS[tone].length] ?? 'gray-5'})`,
      })),
  );
}

export function countryShares({ by_country: rows }: Breakdown): readonly Share[] {
  return sharesOf(Object.fromEntries(rows.map(({ country, count }) => [country, count])));
}

export function kindShares({ by_kind: rows }: Breakdown): readonly Share[] {
  return sharesOf(Object.fromEntries(rows.map(({ kind, count }) => [kind, count])));
}

/** The rest is always last. */
export function carrierShares({ by_carrier: rows }: Breakdown): readonly Share[] {
  const shares = sharesOf(Object.fromEntries(rows.map(({ carrier, count }) => [carrier, count])));
  return [...shares.filter(({ name }) => name !== ''), ...shares.filter(({ name }) => name === '')];
}

export interface StepCounts {
  /** Numbers that the step checked. */
  asked: number;
  /** Numbers with the project's first status. */
  hits: number;
}

/** How many numbers reached each step of a waterfall, and the hits. */
export function stepCounts(
  breakdown: Breakdown,
  checks: readonly { statuses: readonly string[] }[],
): readonly StepCounts[] {
  return checks.map(({ statuses }, index) => {
    const rows = breakdown.by_status.filter(({ check }) => check === index);
    const sum = (of: (status: string) => boolean): number =>
      rows.filter(({ status }) => of(status)).reduce((total, { count }) => total + count, 0);
    const wanted = statuses.find((status) => statusTone(status) !== 'none');
    return { asked: sum((status) => status !== SKIPPED), hits: sum((status) => status === wanted) };
  });
}
