/** Roles: sets of permissions that accounts are given. */
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Role = components['schemas']['RoleRow'];
/** All roles, every permission there is, and those that the caller may give to others. */
export type RoleBook = components['schemas']['RoleListAnswer'];

export const ROLES_KEY = 'role/list';

export function listRoles(signal?: AbortSignal): Promise<RoleBook> {
  return callFor('role/list', {}, { silent: true, ...(signal ? { signal } : {}) });
}
