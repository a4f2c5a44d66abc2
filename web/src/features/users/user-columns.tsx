import { Badge, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/data-table';
import { useLanguage } from '@/lib/i18n/use-language';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { isStaff } from '@/lib/session/account';
import { agoText } from '@/lib/i18n/ago-text';
import { formatMoment, timeAgo } from '@/lib/time';
import type { UserRow } from './api/list-users';

const NOTHING = '—';

export function useUserColumns(): readonly Column<UserRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const typeName = useAccountTypeName();
  return [
    { id: 'uid', title: t('users.uid'), cell: ({ uid }) => uid },
    {
      id: 'username',
      title: t('users.username'),
      fixed: true,
      cell: ({ username }) => <Text fw={500}>{username}</Text>,
    },
    {
      id: 'account_type',
      title: t('users.account_type'),
      cell: (row) => (
        <Badge variant="light" color={isStaff(row) ? 'brand' : 'gray'} tt="none" fw={500} miw="max-content">
          {typeName(row.account_type)}
        </Badge>
      ),
    },
    {
      id: 'state',
      title: t('users.state'),
      cell: ({ enabled }) => (
        <Badge variant="dot" color={enabled ? 'teal' : 'gray'} tt="none" fw={500} miw="max-content">
          {enabled ? t('users.enabled') : t('users.disabled')}
        </Badge>
      ),
    },
    { id: 'inviter', title: t('users.inviter'), cell: ({ inviter }) => inviter ?? NOTHING },
    {
      id: 'created_at',
      title: t('users.created_at'),

      cell: ({ created_at }) => formatMoment(created_at, language) ?? NOTHING,
    },
    {
      id: 'last_login_at',
      title: t('users.last_login_at'),

      cell: ({ last_login_at }) => <LastLogin moment={last_login_at ?? null} />,
    },
  ];
}

/** How long ago at a glance, the exact moment on pointing. */
function LastLogin({ moment }: { moment: number | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // As of when the row was first shown: a list is not a clock.
  const [now] = useState(() => Date.now() / 1000);
  if (moment === null) return NOTHING;
  const exact = formatMoment(moment, language) ?? NOTHING;
  return <span title={exact}>{agoText(timeAgo(moment, now), t) ?? exact}</span>;
}
