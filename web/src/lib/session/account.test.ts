import { describe, expect, it } from 'vitest';
import {
  isHouseAccountUid,
  isPrivilegeEscalationUid,
  isStaff,
  showsApiInfo,
  showsBalance,
  showsCredit,
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

  it('the two special uid lists', () => {
    expect([1000, 1010, 1].map(isPrivilegeEscalationUid)).toEqual([true, false, false]);
    expect([1000, 1010, 1].map(isHouseAccountUid)).toEqual([false, true, false]);
  });
});
