import { expect, it } from 'vitest';
import { answerText, failureDetail, readable } from './trial';

it.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['<html>', '<html>'],
  ['', ''],
])('%j is shown as %j', (body, text) => expect(readable(body)).toBe(text));

it.each([
  [[['x-id', '1']], '', 'x-id: 1'],
  [[['x-id', '1']], 'no', 'x-id: 1\n\nno'],
  [[], 'no', 'no'],
])('%j and %j', (headers, body, text) => expect(answerText(headers, body)).toBe(text));

it.each([
  [{ kind: 'disabled' }, 'the channel is disabled: HTTP 401', 'HTTP 401'],
  [{ kind: 'throttled' }, 'the provider is throttling requests', ''],
  [{ kind: 'resolver_away' }, 'this machine cannot resolve host names', ''],
  [{ kind: 'breaker_open' }, 'the breaker is open after too many failures', ''],
  [
    { kind: 'failed', reason: 'timeout' },
    'timeout: timeout: no reply within 500 ms',
    'no reply within 500 ms',
  ],
  [{ kind: 'failed', reason: 'too_large' }, 'too_large: too_large', ''],
  [{ kind: 'failed', reason: 'channel_failed' }, 'channel_failed: HTTP 503', 'HTTP 503'],
  [{ kind: 'failed', reason: 'job_failed' }, "job_failed: the provider's job failed", ''],
] as const)('%j adds to %j: %j', (failure, error, detail) => {
  expect(failureDetail(failure, error)).toBe(detail);
});
