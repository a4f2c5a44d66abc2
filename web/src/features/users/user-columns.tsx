import { Badge, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { agoText } from '@/lib/i18n/ago-text';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useRoleOptions } from '@/lib/roles/use-roles';
import { isStaff } from '@/lib/session/account';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { formatMoment, timeAgo } from '@/lib/time';
import type { UserRow } from './api/list-users';
import { type RowHandlers, UserRowMenu } from './user-row-menu';
import classes from './users.module.css';

const NOTHING = '—';

interface Options {
  onOpen: (row: UserRow) => void;
  /** Handlers of the row menu. Null if there is none. */
  handlers: RowHandlers | null;
}

export function useUserColumns({ onOpen, handlers }: Options): readonly Column<UserRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const typeName = useAccountTypeName();
  const roleNames = new Map(useRoleOptions().map(({ value, label }) => [value, label]));
  return [
    { id: 'uid', title: t('users.uid'), cell: ({ uid }) => uid },
    {
      id: 'username',
      title: t('users.username'),
      fixed: true,
      cell: (row) => (
        <UnstyledButton className={classes.name} onClick={() => onOpen(row)}>
          {row.username}
        </UnstyledButton>
      ),
    },
    {
      id: 'account_type',
      title: t('users.account_type'),
      cell: (row) => (
        <Badge variant="light" color={isStaff(row) ? 'brand' : 'gray'} tt="none" fw={500}>
          {typeName(row.account_type)}
        </Badge>
      ),
    },
    {
      id: 'roles',
      title: t('user_admin.roles'),
      cell: ({ roles }) =>
        joinNames(
          language,
          roles.map((id) => roleNames.get(String(id)) ?? t('role_admin.role_n', { id })),
        ) || NOTHING,
    },
    {
      id: 'state',
      title: t('users.state'),
      beside: true,
      cell: ({ enabled }) => (
        <Badge variant="dot" color={enabled ? 'teal' : 'gray'} tt="none" fw={500}>
          {enabled ? t('users.enabled') : t('users.disabled')}
        </Badge>
      ),
    },
    {
      id: 'online',
      title: t('user_admin.session'),
      optional: true,
      cell: ({ online }) => (online ? t('user_admin.online') : NOTHING),
    },
    ...(['balance', 'credit'] as const).map((id) => ({
      id,
      title: t(`user_admin.${id}`),
      numeric: true,
      cell: (row: UserRow) => formatPoints(row[id], row.ud, language),
    })),
    {
      id: 'totp',
      title: t('user_admin.totp'),
      optional: true,
      cell: ({ totp_enabled }) => (totp_enabled ? t('user_admin.on') : NOTHING),
    },
    {
      id: 'inviter',
      title: t('users.inviter'),
      optional: true,
      cell: ({ inviter }) => inviter ?? NOTHING,
    },
    {
      id: 'created_at',
      title: t('users.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language) ?? NOTHING,
    },
    {
      id: 'last_login_at',
      title: t('users.last_login_at'),
      cell: ({ last_login_at, online }) =>
        online ? t('user_admin.online') : <LastLogin moment={last_login_at ?? null} />,
    },
    ...(handlers
      ? [
          {
            id: 'actions',
            title: t('form.actions'),
            fixed: true,
            cell: (row: UserRow) => <UserRowMenu row={row} handlers={handlers} />,
          },
        ]
      : []),
  ];
}

/** Relative time, with the exact time as tooltip. */
function LastLogin({ moment }: { moment: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Relative to when the row was first rendered.
  const [now] = useState(() => Date.now() / 1000);
  if (moment === null) return NOTHING;
  const exact = formatMoment(moment, language) ?? NOTHING;
  return <span title={exact}>{agoText(timeAgo(moment, now), t) ?? exact}</span>;
}
