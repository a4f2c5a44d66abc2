/** Form values of the create and edit forms, and the requests built from them. */
import { DEFAULT_ACCOUNT_TYPE, DEFAULT_POINT_DECIMALS } from '@/config/constants';
import type { NewUser, UserEdit } from './api/user-actions';
import type { UserDetail } from './api/user-detail';

/** A type alias, because interfaces are not assignable to index signatures. */
export type UserValues = {
  username: string;
  account_type: string;
  roles: string[];
  ud: string;
  self_quota_topup: boolean;
  enabled: boolean;
  introduction: string;
};

export const NEW_USER: UserValues = {
  username: '',
  account_type: String(DEFAULT_ACCOUNT_TYPE),
  roles: ['3'],
  ud: String(DEFAULT_POINT_DECIMALS),
  self_quota_topup: false,
  enabled: true,
  introduction: '',
};

export function valuesOf({ user, introduction }: Pick<UserDetail, 'user' | 'introduction'>): UserValues {
  return {
    username: user.username,
    account_type: String(user.account_type),
    roles: user.roles.map(String),
    ud: String(user.ud),
    self_quota_topup: user.self_quota_topup,
    enabled: user.enabled,
    introduction,
  };
}

/** The default roles of an account type. */
export function defaultRoles(accountType: string): string[] {
  if (accountType === '1') return ['1'];
  return accountType === '2' ? ['2'] : ['3'];
}

export function newUserOf(values: UserValues): NewUser {
  return { username: values.username.trim(), ...common(values) };
}

export function editOf(uid: number, version: number, values: UserValues): UserEdit {
  return { uid, version, ...common(values), enabled: values.enabled };
}

function common(values: UserValues): Omit<NewUser, 'username'> {
  return {
    account_type: Number(values.account_type),
    roles: values.roles.map(Number),
    ud: Number(values.ud),
    self_quota_topup: values.self_quota_topup,
    introduction: values.introduction.trim(),
  };
}
