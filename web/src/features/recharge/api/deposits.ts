import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import { depositFilter } from '../deposit-filter';

export type Deposit = components['schemas']['DepositView'];
export type CreditRequest = components['schemas']['CreditDepositRequest'];

export const DEPOSITS_KEY = 'recharge/deposits';

export function listDeposits(state: TableState, signal: AbortSignal): Promise<Listed<Deposit>> {
  const body = { page: state.page, size: state.size, filter: depositFilter(state.filters) };
  return callFor('recharge/deposits', body, { silent: true, signal });
}

export function creditDeposit(request: CreditRequest): Promise<CallData<'recharge/creditDeposit'>> {
  return callFor('recharge/creditDeposit', request, { silent: true });
}
