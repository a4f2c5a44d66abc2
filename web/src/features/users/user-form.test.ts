import { describe, expect, it } from 'vitest';
import type { UserRow } from './api/list-users';
import { editOf, NEW_USER, newUserOf, defaultRoles, valuesOf } from './user-form';

const row: UserRow = {
  uid: 10001,
  username: 'anna',
  account_type: 4,
  enabled: false,
  roles: [3, 7],
  inviter: null,
  created_at: 0,
  last_login_at: null,
  ud: 4,
  self_quota_topup: true,
  internal: false,
  totp_enabled: false,
  version: 6,
  online: false,
  balance: 0,
  credit: 0,
  held: 0,
};

describe('user form', () => {
  it('a record round-trips through the form', () => {
    const values = valuesOf({ user: row, introduction: 'hello' });
    expect(editOf(10001, 6, values)).toEqual({
      uid: 10001,
      version: 6,
      account_type: 4,
      roles: [3, 7],
      ud: 4,
      self_quota_topup: true,
      enabled: false,
      introduction: 'hello',
    });
  });

  it('a new user is a customer with two decimals and a trimmed name', () => {
    expect(newUserOf({ ...NEW_USER, username: ' bob ' })).toEqual({
      username: 'bob',
      account_type: 5,
      roles: [3],
      ud: 2,
      self_quota_topup: false,
      introduction: '',
    });
  });

  it.each([
    ['1', ['1']],
    ['2', ['2']],
    ['3', ['3']],
    ['5', ['3']],
  ])('type %s usually has the roles %j', (type, roles) => {
    expect(defaultRoles(type)).toEqual(roles);
  });
});
