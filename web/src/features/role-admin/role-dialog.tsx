import { Alert, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/form/conflict-notice';
import { FormDialog } from '@/components/form/form-dialog';
import { useVersionedSave } from '@/components/form/use-versioned-save';
import { listRoles, type Role, type RoleBook } from '@/lib/roles/list-roles';
import { useRoleName } from '@/lib/roles/use-roles';
import { toast } from '@/lib/toast';
import { saveRole } from './api/role-actions';
import { PermissionPicker } from './permission-picker';

const WIDTH_PX = 860;
const MAX_NAME = 60;

type RoleValues = { name: string; permissions: string[] };

interface Props {
  book: RoleBook;
  /** Null creates a new role. */
  role: Role | null;
  onSaved: () => void;
  onClose: () => void;
}

const versioned = (role: Role | null | undefined) => ({
  version: role?.version ?? 0,
  values: { name: role?.name ?? '', permissions: [...(role?.permissions ?? [])] },
});

export function RoleDialog({ book, role, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const form = useForm<RoleValues>({
    initialValues: versioned(role).values,
    validate: { name: (name) => (name.trim() === '' ? t('role_admin.name_required') : null) },
  });
  const { conflict, busy, reloading, submit, reload } = useVersionedSave({
    form,
    start: versioned(role),
    save: async ({ name, permissions }, version) => {
      const wanted = { name: name.trim(), permissions };
      return (await saveRole(role ? { id: role.id, version, ...wanted } : wanted)).version;
    },
    reload: async () => versioned((await listRoles()).items.find(({ id }) => id === role?.id)),
    onSaved: () => {
      toast.success(t('form.saved'));
      onSaved();
    },
  });
  return (
    <FormDialog
      name="role"
      size={WIDTH_PX}
      title={role ? t('role_admin.edit_title', { name: roleName(role) }) : t('role_admin.new')}
      dirty={form.isDirty()}
      busy={busy}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        busy={reloading}
        onReload={reload}
        fieldName={(field) => (field === 'name' ? t('role_admin.name') : t('role_admin.permissions'))}
      />
      <TextInput
        data-autofocus
        label={t('role_admin.name')}
        maxLength={MAX_NAME}
        disabled={role?.builtin ?? false}
        {...form.getInputProps('name')}
      />
      <Input.Label component="div">{t('role_admin.permissions')}</Input.Label>
      {form.errors.permissions ? <Alert color="red">{form.errors.permissions}</Alert> : null}
      <PermissionPicker
        all={book.permissions}
        grantable={book.grantable}
        value={form.getValues().permissions}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        locked={false}
      />
    </FormDialog>
  );
}
