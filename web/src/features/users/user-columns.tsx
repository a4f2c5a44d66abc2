import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/data-table';
import { DEFAULT_POINT_DECIMALS } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import type { UserRow } from './api/list-users';

const NOTHING = '—';

export function useUserColumns(): readonly Column<UserRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const typeName = useAccountTypeName();
  const decimals = useSessionStore((session) => session.user?.ud) ?? DEFAULT_POINT_DECIMALS;
  return [
    { id: 'uid', title: t('users.uid'), numeric: true, cell: ({ uid }) => uid },
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
        <Badge variant="light" color={isStaff(row) ? 'brand' : 'gray'} tt="none" fw={500}>
          {typeName(row.account_type)}
        </Badge>
      ),
    },
    {
      id: 'balance',
      title: t('users.balance'),
      numeric: true,
      cell: ({ balance }) => formatPoints(balance, decimals, language),
    },
    {
      id: 'credit',
      title: t('users.credit'),
      numeric: true,
      cell: ({ credit }) => formatPoints(credit, decimals, language),
    },
    { id: 'invite_code', title: t('users.invite_code'), cell: ({ invite_code }) => invite_code || NOTHING },
    {
      id: 'created_at',
      title: t('users.created_at'),
      numeric: true,
      cell: ({ created_at }) => formatMoment(created_at, language) ?? NOTHING,
    },
  ];
}
