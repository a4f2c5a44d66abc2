/** What can be done with an order as it stands. The server decides whether it works. */
import { ORDER_EXPIRED, ORDER_LATE, ORDER_PENDING } from './recharge-machine';

const TXID = /^[0-9a-f]{64}$/;

export function orderActions(status: number): { verify: boolean; cancel: boolean } {
  return {
    // Also while pending: the chain may have been read too early.
    verify: status === ORDER_PENDING || status === ORDER_EXPIRED || status === ORDER_LATE,
    cancel: status === ORDER_PENDING,
  };
}

/** A transaction's id as explorers write it, with or without a prefix; null for anything else. */
export function cleanTxid(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/^0x/, '');
  return TXID.test(text) ? text : null;
}
