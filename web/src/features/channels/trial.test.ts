import { expect, it } from 'vitest';
import { readable, trialOf } from './trial';

it('reads one exchange', () => {
  const trial = trialOf({
    request: { text: 'POST /lookup' },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    mapped: { status: 'active', fields: { carrier: 'Acme', ported: true }, reason: '' },
    faults: [],
    latency_ms: 12,
  });
  expect(trial.exchanges).toEqual([
    {
      request: 'POST /lookup',
      response: { status: 200, headers: [['content-type', 'application/json']], body: '{}' },
    },
  ]);
  expect(trial.mapped?.fields).toEqual([
    ['carrier', 'Acme'],
    ['ported', 'true'],
  ]);
});

it('reads several, and a failure', () => {
  const trial = trialOf({
    exchanges: [
      { request: 'POST /jobs', response: { status: 202, headers: [['x-id', '1']], body: '' } },
      { request: 'GET /jobs/1', response: null },
    ],
    mapped: null,
    error: 'timed out',
    latency_ms: 30_000,
  });
  expect(trial.exchanges.map(({ response }) => response?.headers)).toEqual([[['x-id', '1']], undefined]);
  expect(trial).toMatchObject({ mapped: null, error: 'timed out', faults: [], latencyMs: 30_000 });
});

it.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['<html>', '<html>'],
  ['', ''],
])('%j is shown as %j', (body, text) => expect(readable(body)).toBe(text));
