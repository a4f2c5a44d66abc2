import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconDots,
  IconEdit,
  IconKey,
  IconPlugX,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adjustPath } from '@/config/paths';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import type { UserRow } from './api/list-users';

export interface RowHandlers {
  onEdit: (row: UserRow) => void;
  onReset: (row: UserRow) => void;
  onEndSession: (row: UserRow) => void;
  onSetEnabled: (row: UserRow, enabled: boolean) => void;
  onSwitch: (row: UserRow) => void;
}

const ICON = { size: 16, stroke: 1.6 } as const;

/** Offers the actions that the caller has permission for. The server has the final say. */
export function useRowActions(): boolean {
  const may = useHasPermission();
  return ['user/edit', 'user/resetPwd', 'user/endSession', 'user/switch', 'finance/adjust'].some(may);
}

export function UserRowMenu({ row, handlers }: { row: UserRow; handlers: RowHandlers }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const self = useSessionStore((session) => session.user);
  const own = row.uid === self?.uid;
  // No switching while already switched.
  const maySwitch = may('user/switch') && !own && self?.switching !== 1 && row.enabled;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('form.actions_for', { name: row.username })}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('user/edit') ? (
          <Menu.Item leftSection={<IconEdit {...ICON} />} onClick={() => handlers.onEdit(row)}>
            {t('form.edit')}
          </Menu.Item>
        ) : null}
        {maySwitch ? (
          <Menu.Item leftSection={<IconUserShare {...ICON} />} onClick={() => handlers.onSwitch(row)}>
            {t('user_admin.switch')}
          </Menu.Item>
        ) : null}
        {may('user/resetPwd') && !own ? (
          <Menu.Item leftSection={<IconKey {...ICON} />} onClick={() => handlers.onReset(row)}>
            {t('user_admin.reset_password')}
          </Menu.Item>
        ) : null}
        {may('finance/adjust') && row.balance !== undefined ? (
          <Menu.Item
            component={Link}
            to={adjustPath(row.uid, row.username)}
            leftSection={<IconAdjustments {...ICON} />}
          >
            {t('user_admin.adjust_balance')}
          </Menu.Item>
        ) : null}
        {may('user/endSession') && row.online && !own ? (
          <Menu.Item leftSection={<IconPlugX {...ICON} />} onClick={() => handlers.onEndSession(row)}>
            {t('user_admin.end_session')}
          </Menu.Item>
        ) : null}
        {may('user/edit') && !own ? (
          <Menu.Item
            {...(row.enabled ? { color: 'red' } : {})}
            leftSection={row.enabled ? <IconUserOff {...ICON} /> : <IconUserCheck {...ICON} />}
            onClick={() => handlers.onSetEnabled(row, !row.enabled)}
          >
            {row.enabled ? t('user_admin.disable') : t('user_admin.enable')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
