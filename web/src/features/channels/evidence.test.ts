import { expect, it } from 'vitest';
import type { ChannelTraffic } from '@/lib/screening/types';
import { evidenceOf } from './evidence';

const row = (channel: string, country: string, over: Partial<ChannelTraffic>): ChannelTraffic => ({
  channel,
  country,
  numbers: 100,
  definite: 80,
  hits: 40,
  passed: 0,
  failed: 0,
  batches: 2,
  latency_ms: 300,
  cost: 2000,
  ...over,
});

it('adds up the countries of a channel', () => {
  const rows = [row('a', 'DE', {}), row('a', 'US', { definite: 20, hits: 10 }), row('b', 'US', {})];
  const [a, b] = evidenceOf(rows, null);
  expect(a).toMatchObject({ channel: 'a', numbers: 200, hitRate: 0.25, unknownRate: 0.5, latencyMs: 150 });
  expect(a?.costPerDefinite).toBe(40);
  expect(b).toMatchObject({ channel: 'b', numbers: 100, hitRate: 0.4, costPerDefinite: 25 });
});

it('keeps to one country', () => {
  const rows = [row('a', 'DE', {}), row('a', 'US', { numbers: 1 }), row('b', 'US', {})];
  expect(evidenceOf(rows, 'DE').map(({ channel, numbers }) => [channel, numbers])).toEqual([['a', 100]]);
});

it('does not count failed numbers as unknown, and has no rates without answers', () => {
  const [half] = evidenceOf([row('a', '', { failed: 20 })], null);
  expect(half).toMatchObject({ unknownRate: 0, hitRate: 0.5, failureRate: 0.2 });
  const [none] = evidenceOf([row('a', '', { failed: 100, definite: 0, hits: 0, batches: 0 })], null);
  expect(none).toMatchObject({
    unknownRate: null,
    hitRate: null,
    failureRate: 1,
    latencyMs: null,
    costPerDefinite: null,
  });
});
