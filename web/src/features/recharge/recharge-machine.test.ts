import { describe, expect, it } from 'vitest';
import type { Order } from './api/orders';
import {
  ORDER_EXPIRED,
  ORDER_LATE,
  ORDER_PAID,
  ORDER_PENDING,
  RECHARGE_START,
  type RechargeEvent,
  type RechargeState,
  rechargeStep,
} from './recharge-machine';

const order = (status: number, id = 7): Order => ({
  id,
  uid: 10_001,
  username: 'anna',
  kind: 'points',
  wallet_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  amount: '10.03',
  amount_micro: 10_030_000,
  base_micro: 10_000_000,
  points: 10_030_000,
  status,
  created_at: 1_700_000_000,
  expire_time: 1_700_001_200,
  paid_at: null,
  txid: null,
});

const created: RechargeEvent = { kind: 'created', order: order(ORDER_PENDING) };
const polled = (status: number, id = 7): RechargeEvent => ({ kind: 'polled', order: order(status, id) });
const run = (...events: RechargeEvent[]): RechargeState => events.reduce(rechargeStep, RECHARGE_START);

describe('the top-up dialog', () => {
  it.each<[string, RechargeEvent[], Pick<RechargeState, 'step' | 'polling'>]>([
    ['opens at the first step', [], { step: 'create', polling: false }],
    ['polls once there is an order', [created], { step: 'pay', polling: true }],
    ['keeps polling while pending', [created, polled(ORDER_PENDING)], { step: 'pay', polling: true }],
    ['keeps polling after the timeout', [created, polled(ORDER_EXPIRED)], { step: 'pay', polling: true }],
    ['keeps polling while under review', [created, polled(ORDER_LATE)], { step: 'pay', polling: true }],
    ['stops polling at the timeout', [created, { kind: 'timed_out' }], { step: 'pay', polling: false }],
    ['is done when paid', [created, polled(ORDER_PAID)], { step: 'done', polling: false }],
    ['stops polling on an error', [created, { kind: 'refused' }], { step: 'pay', polling: false }],
    [
      'resumes polling on request',
      [created, { kind: 'refused' }, { kind: 'resumed' }],
      { step: 'pay', polling: true },
    ],
    [
      'does not poll when done',
      [created, polled(ORDER_PAID), { kind: 'resumed' }],
      { step: 'done', polling: false },
    ],
    ['resets when closed', [created, { kind: 'closed' }], { step: 'create', polling: false }],
    [
      'ignores a late response after closing',
      [created, { kind: 'closed' }, polled(ORDER_PAID)],
      { step: 'create', polling: false },
    ],
    [
      'ignores a response about another order',
      [created, polled(ORDER_PAID, 6)],
      { step: 'pay', polling: true },
    ],
    [
      'is done immediately if already paid',
      [{ kind: 'created', order: order(ORDER_PAID) }],
      {
        step: 'done',
        polling: false,
      },
    ],
  ])('%s', (_, events, expected) => {
    expect(run(...events)).toMatchObject(expected);
  });

  it('drops order and amount when closed', () => {
    expect(run(created, { kind: 'closed' })).toEqual(RECHARGE_START);
  });

  it('shows the latest version of the order', () => {
    expect(run(created, polled(ORDER_EXPIRED)).order?.status).toBe(ORDER_EXPIRED);
  });
});
