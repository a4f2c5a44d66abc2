import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { ADMINISTRATOR_ROLE } from '@/config/constants';
import type { Role, RoleBook } from '@/lib/roles/list-roles';
import { useRoleName } from '@/lib/roles/use-roles';
import { PermissionPicker } from './permission-picker';

/** Read-only view of roles that this account cannot change. */
export function RoleViewer({ book, role, onClose }: { book: RoleBook; role: Role; onClose: () => void }) {
  const { t } = useTranslation();
  const name = useRoleName()(role);
  const everything = role.id === ADMINISTRATOR_ROLE;
  return (
    <Dialog onClose={onClose} size={860} title={t('role_admin.view_title', { name })}>
      {everything ? (
        <Alert color="gray" mb="sm">
          {t('role_admin.locked')}
        </Alert>
      ) : null}
      <PermissionPicker
        all={book.permissions}
        grantable={[]}
        value={everything ? book.permissions : role.permissions}
        onChange={() => undefined}
        locked
      />
    </Dialog>
  );
}
