import { describe, expect, it } from 'vitest';
import {
  hasQuota,
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
    [3, 0, true, false],
    [4, 0, true, true],
    [5, 0, true, true],
    [5, 1, true, false],
    [5, 0, false, false],
  ])('type %s, switching %s, payable %s: top-up button %s', (account_type, switching, top_up, shown) => {
    expect(showsTopUp({ account_type, switching, top_up })).toBe(shown);
  });

  it.each([
    [true, 0, true, true],
    [true, 1, true, false],
    [false, 0, true, false],
    [true, 0, false, false],
  ])(
    'quota %s, switching %s, payable %s: quota button %s',
    (privilege_escalation, switching, top_up, shown) => {
      expect(showsQuotaTopUp({ privilege_escalation, switching, top_up })).toBe(shown);
    },
  );

  it.each([
    ['staff', { account_type: 2 }, true],
    ['a credit customer', { account_type: 3 }, true],
    ['a customer who may top up quota', { account_type: 5, privilege_escalation: true }, true],
    ['a customer with quota that is held', { account_type: 5, credit_held: 1 }, true],
    ['a customer without quota', { account_type: 5 }, false],
  ])('%s has quota: %j, %s', (_, over, expected) => {
    const plain = { switching: 0, credit: 0, credit_held: 0, privilege_escalation: false };
    expect(hasQuota({ ...plain, ...over })).toBe(expected);
  });
});
