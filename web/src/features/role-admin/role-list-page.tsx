import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { DataTable } from '@/components/data-table/data-table';
import { useWholeList } from '@/components/data-table/use-list';
import { pageOf, sortRows } from '@/components/data-table/whole-list';
import { PageHeader } from '@/components/page/page-header';
import { ADMINISTRATOR_ROLE } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { ROLES_KEY, type Role } from '@/lib/roles/list-roles';
import { rolesOptions, useRoleName } from '@/lib/roles/use-roles';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { deleteRole } from './api/role-actions';
import { useRoleColumns } from './role-columns';
import { RoleDialog } from './role-dialog';
import { RoleViewer } from './role-viewer';

/** There are few roles, so all fit on one page. */
const RULES = { defaultSize: 200, sizes: [200], sortable: ['name', 'permissions', 'accounts'], filters: [] };

export default function RoleListPage() {
  const { t } = useTranslation();
  const title = useTitle()('roles');
  const mayEdit = useHasPermission()('role/edit');
  const language = useLanguage();
  const roleName = useRoleName();
  // Undefined if closed, null for a new role.
  const [open, setOpen] = useState<Role | null | undefined>(undefined);
  const { data: book } = useQuery(rolesOptions());
  const list = useWholeList(
    {
      key: ROLES_KEY,
      rules: RULES,
      options: rolesOptions,
      rows: ({ items, permissions }, state) => {
        const keys = {
          name: roleName,
          permissions: (role: Role) =>
            role.id === ADMINISTRATOR_ROLE ? permissions.length : role.permissions.length,
          accounts: ({ accounts }: Role) => accounts,
        };
        return pageOf(sortRows(items, state.sort, keys, language), state);
      },
    },
    { title: t('role_admin.empty') },
  );
  const close = (): void => setOpen(undefined);

  const remove = useMutation({
    mutationFn: async (role: Role) => {
      const sure = await askConfirmation({
        title: t('role_admin.delete_title', { name: role.name }),
        text: t('role_admin.delete_text'),
        confirmLabel: t('form.delete'),
        danger: true,
      });
      if (!sure) return;
      await deleteRole({ id: role.id, version: role.version });
      toast.success(t('role_admin.deleted'));
    },
    onSettled: list.refresh,
  });

  const columns = useRoleColumns({
    total: book?.permissions.length ?? 0,
    mayEdit,
    onOpen: setOpen,
    onDelete: (role) => remove.mutate(role),
  });

  return (
    <>
      <PageHeader
        title={title}
        description={t('role_admin.description')}
        actions={
          mayEdit ? (
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} />}
              disabled={!book}
              onClick={() => setOpen(null)}
            >
              {t('role_admin.new')}
            </Button>
          ) : null
        }
      />
      <DataTable name="roles" label={title} columns={columns} rowKey={({ id }) => id} {...list.table} />
      {open !== undefined && book ? (
        mayEdit && open?.id !== ADMINISTRATOR_ROLE ? (
          <RoleDialog
            book={book}
            role={open}
            onSaved={() => {
              close();
              void list.refresh();
            }}
            onClose={close}
          />
        ) : open ? (
          <RoleViewer book={book} role={open} onClose={close} />
        ) : null
      ) : null}
    </>
  );
}
