/** What the top-up dialog does, step by step. Timers and calls are around it, not in it. */
import type { Order } from './api/orders';

export type Step = 'create' | 'pay' | 'done';

export interface RechargeState {
  step: Step;
  order: Order | null;
  /** The server is asked again and again how the order stands. */
  polling: boolean;
}

export type RechargeEvent =
  | { kind: 'created'; order: Order }
  | { kind: 'polled'; order: Order }
  /** The server answered with a code other than success. */
  | { kind: 'refused' }
  /** The reader wants to know once more. */
  | { kind: 'resumed' }
  | { kind: 'closed' };

export const ORDER_PENDING = 0;
export const ORDER_PAID = 1;
export const ORDER_EXPIRED = 2;
export const ORDER_LATE = 3;

export const RECHARGE_START: RechargeState = { step: 'create', order: null, polling: false };

export function rechargeStep(state: RechargeState, event: RechargeEvent): RechargeState {
  switch (event.kind) {
    case 'created':
      return settled({ step: 'pay', order: event.order, polling: true });
    case 'polled':
      // An answer that comes after closing, or about an order before this one, changes nothing.
      if (state.step !== 'pay' || state.order?.id !== event.order.id) return state;
      return settled({ ...state, order: event.order });
    case 'refused':
      return { ...state, polling: false };
    case 'resumed':
      return { ...state, polling: state.step === 'pay' };
    default:
      return RECHARGE_START;
  }
}

/** Paid ends it; anything else can still turn into paid, also after the time is over. */
function settled(state: RechargeState): RechargeState {
  return state.order?.status === ORDER_PAID ? { ...state, step: 'done', polling: false } : state;
}
