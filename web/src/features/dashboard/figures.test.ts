import { describe, expect, it } from 'vitest';
import type { UserInfo } from '@/lib/session/session-store';
import { figuresFor, firstSteps, isNewAccount } from './figures';

const user = (over: Partial<UserInfo>): UserInfo => ({
  uid: 10001,
  name: 'anna',
  avatar: '',
  introduction: '',
  balance: 0,
  credit: 0,
  held: 0,
  credit_held: 0,
  account_type: 5,
  ud: 2,
  switching: 0,
  total_income: 0,
  invite_code: 'ABC',
  actor: null,
  roles: [3],
  privilege_escalation: false,
  top_up: true,
  internal: false,
  totp_enabled: false,
  has_passkey: false,
  totp_required: false,
  password_change_required: false,
  second_person: false,
  ...over,
});

describe('dashboard figures by account type', () => {
  it.each([
    [1, 0, []],
    [2, 0, []],
    [3, 0, ['balance', 'credit', 'held', 'total_income']],
    [3, 1, ['balance', 'held', 'total_income']],
    [5, 0, ['balance', 'held', 'total_income']],
  ])('type %s, switching %s', (account_type, switching, names) => {
    expect(figuresFor(user({ account_type, switching })).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    [{}, true],
    [{ balance: 1 }, false],
    [{ credit: 1 }, false],
    [{ total_income: 1 }, false],
    [{ held: 1 }, false],
    [{ account_type: 1 }, false],
  ])('%j is new: %s', (over, isNew) => {
    expect(isNewAccount(user(over))).toBe(isNew);
  });
});

describe('first steps', () => {
  it.each([
    ['new account', {}, false, true, ['points', 'task', 'password', 'invite']],
    ['without permission to run tasks', {}, false, false, ['points', 'password', 'invite']],
    ['has points, no task', { balance: 5 }, false, true, ['task']],
    ['no points left, has tasks', {}, true, true, ['points', 'password', 'invite']],
    ['has both', { balance: 5 }, true, true, []],
    ['staff', { account_type: 1 }, false, true, []],
  ] as const)('%s', (_, over, hasTasks, mayCreate, expected) => {
    expect(firstSteps(user(over), hasTasks, mayCreate)).toEqual(expected);
  });
});
