/** What an account can see, by its type. The server decides what it can do. */
import {
  CREDIT_ACCOUNT_TYPE,
  HOUSE_ACCOUNT_UIDS,
  LAST_STAFF_ACCOUNT_TYPE,
  PRIVILEGE_ESCALATION_UIDS,
} from '@/config/constants';

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

/** Points and quota held for running tasks, in addition to what the account can spend. */
export function heldOf({ held, credit_held }: { held: number; credit_held: number }): number {
  return held + credit_held;
}

export function showsApiInfo({ account_type }: Pick<Account, 'account_type'>): boolean {
  return account_type > CREDIT_ACCOUNT_TYPE;
}

/** Customers who pay as they go. Staff switched to an account cannot spend its owner's USDT. */
export function showsTopUp({ account_type, switching }: Account): boolean {
  return account_type > CREDIT_ACCOUNT_TYPE && switching === 0;
}

/** Accounts that can top up their own quota, as decided by the server. */
export function showsQuotaTopUp(account: { privilege_escalation: boolean; switching: number }): boolean {
  return account.privilege_escalation && account.switching === 0;
}

export function isPrivilegeEscalationUid(uid: number): boolean {
  return PRIVILEGE_ESCALATION_UIDS.includes(uid);
}

export function isInternalAccountUid(uid: number): boolean {
  return HOUSE_ACCOUNT_UIDS.includes(uid);
}
