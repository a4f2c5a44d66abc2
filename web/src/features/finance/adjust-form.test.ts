import { describe, expect, it } from 'vitest';
import { adjustAmount, adjustOf, adjustProblems, newRequestId } from './adjust-form';

const good = { uid: '10001', bucket: 'points', amount: '-12.5', reason: ' counted twice ' } as const;

describe('balance adjustment', () => {
  it('is sent in 1/10,000 point', () => {
    expect(adjustOf(good, 'request-1')).toEqual({
      uid: 10_001,
      bucket: 'points',
      amount: -125_000,
      request_id: 'request-1',
      reason: 'counted twice',
    });
  });

  it.each([
    [{}, {}],
    [{ uid: '' }, { uid: 'uid' }],
    [{ uid: '0' }, { uid: 'uid' }],
    [{ amount: '0' }, { amount: 'amount' }],
    [
      { amount: '1.00001', reason: ' ' },
      { amount: 'amount', reason: 'reason' },
    ],
  ])('%j has the problems %j', (over, expected) => {
    const values = { ...good, ...over };
    expect(adjustProblems(values)).toEqual(expected);
    expect(adjustOf(values, 'request-1') === null).toBe(Object.keys(expected).length > 0);
  });

  it.each([
    ['900719925474.0991', 9_007_199_254_740_991],
    ['900719925474.0992', null],
  ])('%s points are %s units', (typed, expected) => {
    expect(adjustAmount(typed)).toBe(expected);
  });

  it('has a unique request ID', () => {
    const [first, second] = [newRequestId(), newRequestId()];
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(first).not.toBe(second);
  });
});
