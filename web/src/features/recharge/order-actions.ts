/** Actions that an order's status allows. The server has the final say. */
import { ORDER_EXPIRED, ORDER_LATE, ORDER_PENDING } from './recharge-machine';

const TXID = /^[0-9a-f]{64}$/;

export function orderActions(status: number): { verify: boolean; cancel: boolean } {
  return {
    // Also while pending, because the chain may have been read before the payment arrived.
    verify: status === ORDER_PENDING || status === ORDER_EXPIRED || status === ORDER_LATE,
    cancel: status === ORDER_PENDING,
  };
}

/** Normalises a transaction hash, with or without prefix. Returns null for anything else. */
export function cleanTxid(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/^0x/, '');
  return TXID.test(text) ? text : null;
}
