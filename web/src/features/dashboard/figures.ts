import { heldOf, showsBalance, showsCredit } from '@/lib/session/account';
import type { UserInfo } from '@/lib/session/session-store';

export interface Figure {
  name: 'balance' | 'credit' | 'held' | 'total_income';
  amount: number;
}

export function figuresFor(user: UserInfo): Figure[] {
  return [
    ...(showsBalance(user) ? [{ name: 'balance' as const, amount: user.balance }] : []),
    ...(showsCredit(user) ? [{ name: 'credit' as const, amount: user.credit }] : []),
    ...(showsBalance(user) ? [{ name: 'held' as const, amount: heldOf(user) }] : []),
    // Staff see the income of the installation instead.
    ...(showsBalance(user) ? [{ name: 'total_income' as const, amount: user.total_income }] : []),
  ];
}

/** An account without points and income is new. */
export function isNewAccount(user: UserInfo): boolean {
  return (
    showsBalance(user) &&
    user.balance === 0 &&
    user.credit === 0 &&
    heldOf(user) === 0 &&
    user.total_income === 0
  );
}

export type Step = 'points' | 'task' | 'password' | 'invite';

/** Suggested first steps. Staff have none because they do not run tasks. */
export function firstSteps(user: UserInfo, hasTasks: boolean, mayCreate: boolean): readonly Step[] {
  if (!showsBalance(user)) return [];
  const arrived = isNewAccount(user);
  if (!arrived && hasTasks) return [];
  return [
    ...(arrived ? (['points'] as const) : []),
    ...(mayCreate && !hasTasks ? (['task'] as const) : []),
    ...(arrived ? (['password', 'invite'] as const) : []),
  ];
}
