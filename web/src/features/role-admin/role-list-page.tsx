import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { DataTable } from '@/components/data-table/data-table';
import type { TableRules } from '@/components/data-table/table-state';
import { useTableState } from '@/components/data-table/use-table-state';
import { PageHeader } from '@/components/page/page-header';
import { ADMINISTRATOR_ROLE } from '@/config/constants';
import { useTitle } from '@/lib/i18n/use-title';
import { ROLES_KEY, type Role } from '@/lib/roles/list-roles';
import { useRoleBook } from '@/lib/roles/use-roles';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { deleteRole } from './api/role-actions';
import { useRoleColumns } from './role-columns';
import { RoleDialog } from './role-dialog';
import { RoleViewer } from './role-viewer';

/** There are few roles, so all fit on one page. */
const RULES: TableRules = { defaultSize: 200, sizes: [200], sortable: [], filters: [] };

export default function RoleListPage() {
  const { t } = useTranslation();
  const title = useTitle()('roles');
  const mayEdit = useHasPermission()('role/edit');
  const queryClient = useQueryClient();
  const [state, setState] = useTableState(RULES);
  // Undefined if closed, null for a new role.
  const [open, setOpen] = useState<Role | null | undefined>(undefined);
  const { book, query } = useRoleBook();
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: [ROLES_KEY] });
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
    onSettled: refresh,
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
      <DataTable
        name="roles"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        empty={{ title: t('role_admin.empty') }}
      />
      {open !== undefined && book ? (
        mayEdit && open?.id !== ADMINISTRATOR_ROLE ? (
          <RoleDialog
            book={book}
            role={open}
            onSaved={() => {
              close();
              refresh();
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
