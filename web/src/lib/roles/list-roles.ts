/** Roles: sets of permissions that accounts are given. */
import { callUntyped } from '@/lib/api/client';

export interface Role {
  id: number;
  name: string;
  version: number;
  builtin: boolean;
  permissions: readonly string[];
  accounts: number;
}

export interface RoleBook {
  items: readonly Role[];
  /** Every permission there is. */
  permissions: readonly string[];
  /** Those that the caller may give to others. */
  grantable: readonly string[];
}

export const ROLES_KEY = 'role/list';

export async function listRoles(signal?: AbortSignal): Promise<RoleBook> {
  const answer = await callUntyped('role/list', {}, { silent: true, ...(signal ? { signal } : {}) });
  return answer as RoleBook;
}
