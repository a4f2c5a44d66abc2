/** The values of the create and edit forms, and how they become what the server takes. */
import { DEFAULT_ACCOUNT_TYPE, DEFAULT_POINT_DECIMALS } from '@/config/constants';
import type { NewUser, UserEdit } from './api/user-actions';
import type { UserDetail } from './api/user-detail';

/** A type, so that it fits where any record of values does. */
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

/** What a type is usually given; a choice that was made by hand is left alone by the form. */
export function usualRoles(accountType: string): string[] {
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
