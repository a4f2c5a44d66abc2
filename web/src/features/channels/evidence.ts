/** Sums and rates of the evidence for routing. */
import type { ChannelTraffic, Traffic } from '@/lib/screening/types';

/** The traffic of one channel, and what it means. */
export interface ChannelEvidence {
  channel: string;
  numbers: number;
  /** Shares of the numbers that the provider replied about. Null if there are none. */
  hitRate: number | null;
  unknownRate: number | null;
  /** Share of the numbers whose batches failed. */
  failureRate: number | null;
  /** Mean time of a batch. */
  latencyMs: number | null;
  /** In 1/10,000 point. Null without a definite answer. */
  costPerDefinite: number | null;
  cost: number;
}

const NOTHING: Traffic = {
  numbers: 0,
  definite: 0,
  hits: 0,
  passed: 0,
  failed: 0,
  batches: 0,
  latency_ms: 0,
  cost: 0,
};

/** One entry per channel, for one country or for all (null). */
export function evidenceOf(rows: readonly ChannelTraffic[], country: string | null): ChannelEvidence[] {
  const sums = new Map<string, Traffic>();
  for (const row of rows) {
    if (country !== null && row.country !== country) continue;
    const sum = sums.get(row.channel) ?? NOTHING;
    sums.set(row.channel, {
      numbers: sum.numbers + row.numbers,
      definite: sum.definite + row.definite,
      hits: sum.hits + row.hits,
      passed: sum.passed + row.passed,
      failed: sum.failed + row.failed,
      batches: sum.batches + row.batches,
      latency_ms: sum.latency_ms + row.latency_ms,
      cost: sum.cost + row.cost,
    });
  }
  return [...sums].map(([channel, sum]) => {
    const answered = sum.numbers - sum.failed;
    return {
      channel,
      numbers: sum.numbers,
      hitRate: share(sum.hits, answered),
      unknownRate: share(answered - sum.definite, answered),
      failureRate: share(sum.failed, sum.numbers),
      latencyMs: sum.batches > 0 ? Math.round(sum.latency_ms / sum.batches) : null,
      costPerDefinite: sum.definite > 0 ? Math.round(sum.cost / sum.definite) : null,
      cost: sum.cost,
    };
  });
}

export function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
