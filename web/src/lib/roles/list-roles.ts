/** Roles: sets of permissions that are assigned to accounts. */
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Role = components['schemas']['RoleRow'];
/** All roles, all permissions, and the permissions that the caller can grant. */
export type RoleBook = components['schemas']['RoleListAnswer'];

export const ROLES_KEY = 'role/list';

export function listRoles(signal?: AbortSignal): Promise<RoleBook> {
  return callFor('role/list', {}, { silent: true, ...(signal ? { signal } : {}) });
}
