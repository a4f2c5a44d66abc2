import { Alert, Code, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { inviteLink } from '@/lib/invite-link';
import { boot } from '@/lib/boot';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import { type InvitedAccount, listMyInvites } from './api/my-invites';
import classes from './invites.module.css';

const LIST = {
  key: 'invite/mine',
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: [] },
  fetch: listMyInvites,
};

export default function MyInvitePage() {
  const { t } = useTranslation();
  const title = useTitle()('my_invite');
  const language = useLanguage();
  const user = useSessionStore((session) => session.user);
  const list = useList(LIST, { title: t('invites.mine_empty'), hint: t('invites.mine_empty_hint') });
  if (!user) return null;
  const columns: readonly Column<InvitedAccount>[] = [
    { id: 'uid', title: t('users.uid'), cell: ({ uid }) => uid },
    { id: 'username', title: t('users.username'), fixed: true, cell: ({ username }) => username },
    {
      id: 'joined',
      title: t('invites.joined'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    {
      id: 'income',
      title: t('invites.income'),
      numeric: true,
      cell: ({ income }) => formatPoints(income, user.ud, language),
    },
  ];
  return (
    <>
      <PageHeader title={title} description={t('invites.mine_description')} />
      {boot.registration_open ? null : (
        <Alert color="yellow" mb="md">
          {t('invites.closed')}
        </Alert>
      )}
      <div className={classes.own}>
        <Own label={t('invites.my_code')} copy={t('invites.copy_code')} value={user.invite_code} />
        <Own
          label={t('invites.my_link')}
          copy={t('invites.copy_link')}
          value={inviteLink(window.location.origin, user.invite_code)}
          link
        />
      </div>
      <DataTable
        name="my-invites"
        label={t('invites.invited')}
        columns={columns}
        rowKey={({ uid }) => uid}
        {...list.table}
        filters={
          <Text fw={600} my="auto">
            {t('invites.invited')}
          </Text>
        }
      />
    </>
  );
}

interface OwnProps {
  label: string;
  copy: string;
  value: string;
  link?: boolean;
}

function Own({ label, copy, value, link = false }: OwnProps) {
  return (
    <div className={classes.ownItem}>
      <Text c="dimmed" size="xs">
        {label}
      </Text>
      <div className={classes.ownRow}>
        <Code className={classes.ownValue}>{value}</Code>
        <CopyAction
          value={value}
          label={copy}
          {...(link ? { icon: <IconLink size={16} stroke={1.6} /> } : {})}
        />
      </div>
    </div>
  );
}
