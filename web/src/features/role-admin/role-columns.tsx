import { ActionIcon, Badge, Button, Group, Tooltip, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { ADMINISTRATOR_ROLE } from '@/config/constants';
import type { Role } from '@/lib/roles/list-roles';
import { useRoleName } from '@/lib/roles/use-roles';
import classes from './role-admin.module.css';

interface Options {
  /** Number of existing permissions. */
  total: number;
  mayEdit: boolean;
  onOpen: (role: Role) => void;
  onDelete: (role: Role) => void;
}

export function useRoleColumns({ total, mayEdit, onOpen, onDelete }: Options): readonly Column<Role>[] {
  const { t } = useTranslation();
  const roleName = useRoleName();
  return [
    {
      id: 'name',
      title: t('role_admin.name'),
      fixed: true,
      cell: (role) => (
        <Group gap="xs" wrap="nowrap">
          <UnstyledButton className={classes.name} onClick={() => onOpen(role)}>
            {roleName(role)}
          </UnstyledButton>
          {role.builtin ? (
            <Badge variant="light" color="gray" tt="none" fw={500}>
              {t('role_admin.builtin')}
            </Badge>
          ) : null}
        </Group>
      ),
    },
    {
      id: 'permissions',
      title: t('role_admin.permissions'),
      cell: (role) =>
        role.id === ADMINISTRATOR_ROLE
          ? t('role_admin.everything')
          : t('role_admin.count_of', {
              count: role.permissions.length,
              total,
            }),
    },
    { id: 'accounts', title: t('role_admin.accounts'), numeric: true, cell: ({ accounts }) => accounts },
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (role) => {
        const editable = mayEdit && role.id !== ADMINISTRATOR_ROLE;
        return (
          <Group gap={4} wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={() => onOpen(role)}>
              {editable ? t('form.edit') : t('role_admin.view')}
            </Button>
            {editable && !role.builtin ? (
              <Tooltip label={t('form.delete')}>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t('role_admin.delete_title', { name: role.name })}
                  onClick={() => onDelete(role)}
                >
                  <IconTrash size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </Group>
        );
      },
    },
  ];
}
