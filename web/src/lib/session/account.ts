/** What an account gets to see, by its type. The server decides what it may do. */
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

/** Ordinary users see their points. */
export function showsBalance(account: Account): boolean {
  return !isStaff(account);
}

/** The remaining quota belongs to credit customers, and not to somebody looking in from outside. */
export function showsCredit({ account_type, switching }: Account): boolean {
  return account_type === CREDIT_ACCOUNT_TYPE && switching === 0;
}

export function showsApiInfo({ account_type }: Pick<Account, 'account_type'>): boolean {
  return account_type > CREDIT_ACCOUNT_TYPE;
}

/** Customers who pay as they go; who works inside another account does not spend its owner's USDT. */
export function showsTopUp({ account_type, switching }: Account): boolean {
  return account_type > CREDIT_ACCOUNT_TYPE && switching === 0;
}

/** Accounts that may buy quota of their own. The server names them. */
export function showsQuotaTopUp(account: { privilege_escalation: boolean; switching: number }): boolean {
  return account.privilege_escalation && account.switching === 0;
}

export function isPrivilegeEscalationUid(uid: number): boolean {
  return PRIVILEGE_ESCALATION_UIDS.includes(uid);
}

export function isHouseAccountUid(uid: number): boolean {
  return HOUSE_ACCOUNT_UIDS.includes(uid);
}
