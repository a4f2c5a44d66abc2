import { describe, expect, it } from 'vitest';
import { countdown } from './countdown';

describe('countdown of an order', () => {
  const expire = 1_700_000_000;
  it.each([
    [125, { expired: false, minutes: 2, seconds: 5 }],
    [60, { expired: false, minutes: 1, seconds: 0 }],
    [59.4, { expired: false, minutes: 1, seconds: 0 }],
    [0.2, { expired: false, minutes: 0, seconds: 1 }],
    [3725, { expired: false, minutes: 62, seconds: 5 }],
    [0, { expired: true }],
    [-1, { expired: true }],
  ])('%s s before the end', (left, expected) => {
    expect(countdown(expire, (expire - left) * 1000)).toEqual(expected);
  });
});
