import { describe, expect, it } from 'vitest';
import {
  isInternalAccountUid,
  isPrivilegeEscalationUid,
  isStaff,
  showsApiInfo,
  showsBalance,
  showsCredit,
  showsQuotaTopUp,
  showsTopUp,
} from './account';

describe('account type rules', () => {
  it.each([
    // type, switching, staff, balance, credit, api info
    [1, 0, true, false, false, false],
    [2, 0, true, false, false, false],
    [3, 0, false, true, true, false],
    [3, 1, false, true, false, false],
    [4, 0, false, true, false, true],
    [5, 0, false, true, false, true],
    [5, 1, false, true, false, true],
  ])('type %s, switching %s', (account_type, switching, staff, balance, credit, api) => {
    const account = { account_type, switching };
    expect([isStaff(account), showsBalance(account), showsCredit(account), showsApiInfo(account)]).toEqual([
      staff,
      balance,
      credit,
      api,
    ]);
  });

  it.each([
    [3, 0, false],
    [4, 0, true],
    [5, 0, true],
    [5, 1, false],
  ])('type %s, switching %s: top-up button %s', (account_type, switching, shown) => {
    expect(showsTopUp({ account_type, switching })).toBe(shown);
  });

  it.each([
    [true, 0, true],
    [true, 1, false],
    [false, 0, false],
  ])('privilege escalation %s, switching %s: quota button %s', (privilege_escalation, switching, shown) => {
    expect(showsQuotaTopUp({ privilege_escalation, switching })).toBe(shown);
  });

  it('the two special uid lists', () => {
    expect([1000, 1010, 1].map(isPrivilegeEscalationUid)).toEqual([true, false, false]);
    expect([1000, 1010, 1].map(isInternalAccountUid)).toEqual([false, true, false]);
  });
});
