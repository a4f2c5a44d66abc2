/** What an account can see, by its type. The server decides what it can do. */
import { CREDIT_ACCOUNT_TYPE, LAST_STAFF_ACCOUNT_TYPE } from '@/config/constants';

type Account = { account_type: number; switching: number };

export function isStaff({ account_type }: Pick<Account, 'account_type'>): boolean {
  return account_type <= LAST_STAFF_ACCOUNT_TYPE;
}

/** Customers see their points. */
export function showsBalance(account: Account): boolean {
  return !isStaff(account);
}

/** Credit customers see their remaining quota, but staff switched to the account do not. */
export function showsCredit({ account_type, switching }: Account): boolean {
  return account_type === CREDIT_ACCOUNT_TYPE && switching === 0;
}

/** Staff see the quota of others. A customer may have quota left from an earlier account type. */
export function hasQuota(
  account: Account & { credit: number; credit_held: number; privilege_escalation: boolean },
): boolean {
  return (
    isStaff(account) ||
    account.account_type === CREDIT_ACCOUNT_TYPE ||
    account.privilege_escalation ||
    account.credit + account.credit_held > 0
  );
}

/** Points and quota held for running tasks, in addition to what the account can spend. */
export function heldOf({ held, credit_held }: { held: number; credit_held: number }): number {
  return held + credit_held;
}

export function showsApiInfo({ account_type }: Pick<Account, 'account_type'>): boolean {
  return account_type > CREDIT_ACCOUNT_TYPE;
}

/**
 * Customers who pay as they go, while the installation can receive payments. Staff switched to an account cannot spend
 * its owner's USDT.
 */
export function showsTopUp({ account_type, switching, top_up }: Account & { top_up: boolean }): boolean {
  return top_up && account_type > CREDIT_ACCOUNT_TYPE && switching === 0;
}

/** Accounts that can top up their own quota, as decided by the server. */
export function showsQuotaTopUp(account: {
  privilege_escalation: boolean;
  switching: number;
  top_up: boolean;
}): boolean {
  return account.top_up && account.privilege_escalation && account.switching === 0;
}
