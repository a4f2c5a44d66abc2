import { queryOptions } from '@tanstack/react-query';
import { type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Wallet = components['schemas']['WalletView'];
type NewWallet = components['schemas']['SetWalletRequest'];

export const WALLETS_KEY = 'recharge/getWallet';

export function listWallets(signal: AbortSignal): Promise<readonly Wallet[]> {
  return callFor('recharge/getWallet', {}, { silent: true, signal });
}

/** Activates a known wallet, or adds a new one. */
export function setWallet(wallet: NewWallet): Promise<CallData<'recharge/setWallet'>> {
  return callFor('recharge/setWallet', wallet, { silent: true });
}

export function walletsOptions() {
  return queryOptions({ queryKey: [WALLETS_KEY], queryFn: ({ signal }) => listWallets(signal) });
}
