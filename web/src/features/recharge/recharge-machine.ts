/** The state machine of the top-up dialog, without timers and calls. */
import type { Order } from './api/orders';

export type Step = 'create' | 'pay' | 'done';

export interface RechargeState {
  step: Step;
  order: Order | null;
  /** The order status is being polled. */
  polling: boolean;
}

export type RechargeEvent =
  | { kind: 'created'; order: Order }
  | { kind: 'polled'; order: Order }
  /** The server answered with an error code. */
  | { kind: 'refused' }
  /** The time to pay is over. */
  | { kind: 'timed_out' }
  /** The user asked to check again. */
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
      // Ignore responses that arrive after closing or belong to an earlier order.
      if (state.step !== 'pay' || state.order?.id !== event.order.id) return state;
      return settled({ ...state, order: event.order });
    case 'refused':
    case 'timed_out':
      return { ...state, polling: false };
    case 'resumed':
      return { ...state, polling: state.step === 'pay' };
    default:
      return RECHARGE_START;
  }
}

/** A paid order ends the dialog. Any other status can still become paid: after the time-out the user asks. */
function settled(state: RechargeState): RechargeState {
  return state.order?.status === ORDER_PAID ? { ...state, step: 'done', polling: false } : state;
}
