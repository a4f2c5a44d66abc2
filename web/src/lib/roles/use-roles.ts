import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { listRoles, ROLES_KEY, type Role } from './list-roles';

const BUILTIN = [1, 2, 3] as const;

/** Built-in roles have translated names. Other roles keep the name they were given. */
export function useRoleName(): (role: { id: number; name?: string | undefined }) => string {
  const { t } = useTranslation();
  return ({ id, name }) => {
    const builtin = BUILTIN.find((candidate) => candidate === id);
    if (builtin) return t(`role_admin.builtin_names.role_${builtin}`);
    return name ?? t('role_admin.role_n', { id });
  };
}

export function rolesOptions() {
  return queryOptions({ queryKey: [ROLES_KEY], queryFn: ({ signal }) => listRoles(signal) });
}

/** Without permission to read roles, only the built-in roles are returned. */
export function useRoleOptions(): { value: string; label: string }[] {
  const may = useHasPermission()(ROLES_KEY);
  const name = useRoleName();
  const { data } = useQuery({ ...rolesOptions(), enabled: may });
  const roles: readonly Pick<Role, 'id'>[] = data?.items ?? BUILTIN.map((id) => ({ id }));
  return roles.map((role) => ({ value: String(role.id), label: name(role) }));
}
