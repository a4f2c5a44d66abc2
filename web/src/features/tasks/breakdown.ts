/** Converts the breakdown of a task's results to chart data. */
import { type Share, sharesOf } from '@/lib/screening/counts';
import { statusTone } from '@/lib/screening/labels';
import type { Breakdown } from '@/lib/screening/types';

/** One share per status of a check, hits first, "unknown" last, each with its own colour. */
export interface StatusShare extends Share {
  color: string;
}

const COLORS = {
  good: ['mantine-color-teal-6', 'mantine-color-green-7', 'mantine-color-cyan-7', 'mantine-color-lime-7'],
  other: ['ns-neutral', 'mantine-color-indigo-4', 'mantine-color-grape-4', 'mantine-color-blue-4'],
  risk: ['mantine-color-orange-6', 'mantine-color-red-6', 'mantine-color-yellow-7'],
  none: ['ns-neutral-pale'],
} as const;
/** Skipped numbers are paler than unknown ones. */
const SKIPPED = 'skipped';
const ORDER = ['good', 'other', 'risk', 'none'] as const;

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
            : `var(--${COLORS[tone][index % COLORS[tone].length] ?? 'ns-neutral'})`,
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

/** Whether a check has answers with a reason: unknown and skipped ones. */
export function hasReasons(breakdown: Breakdown | undefined, check: number): boolean {
  return (breakdown?.by_status ?? []).some(
    (row) => row.check === check && row.count > 0 && statusTone(row.status) === 'none',
  );
}

/** Reads the names of carriers, as charts and filters show them. */
export function carrierNames({ by_carrier: rows }: Breakdown): (carrier: string) => string {
  const names = new Map(rows.map(({ carrier, name }) => [carrier, name]));
  return (carrier) => names.get(carrier) ?? carrier;
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
