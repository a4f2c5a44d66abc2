import { Badge, Button, Progress, UnstyledButton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { type Audience, listSent, type Sent, SENT_KEY } from './api/sent-notifications';
import { wordsFor } from './compose';
import { ComposeDialog } from './compose-dialog';
import { NotificationDialog } from './notification-dialog';
import classes from './notify.module.css';

const LIST = {
  key: SENT_KEY,
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: [] },
  fetch: listSent,
};

export default function SentListPage() {
  const { t } = useTranslation();
  const title = useTitle()('notifications');
  const language = useLanguage();
  const maySend = useHasPermission()('notify/send');
  const [composing, setComposing] = useState(false);
  const [opened, setOpened] = useState<Sent | null>(null);
  const list = useList(LIST, { title: t('notify.sent_empty'), hint: t('notify.sent_empty_hint') });
  const columns = useSentColumns(setOpened);
  const words = opened && wordsFor(opened.texts, language);
  return (
    <>
      <PageHeader
        title={title}
        description={t('notify.manage_description')}
        actions={
          maySend ? (
            <Button leftSection={<IconSend size={16} stroke={1.6} />} onClick={() => setComposing(true)}>
              {t('notify.compose')}
            </Button>
          ) : null
        }
      />
      <DataTable
        name="sent-notifications"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
      />
      {composing ? (
        <ComposeDialog
          onSent={() => {
            setComposing(false);
            void list.refresh();
          }}
          onClose={() => setComposing(false)}
        />
      ) : null}
      {opened && words ? (
        <NotificationDialog {...words} sentAt={opened.created_at} onClose={() => setOpened(null)} />
      ) : null}
    </>
  );
}

function useSentColumns(onOpen: (sent: Sent) => void): readonly Column<Sent>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const audienceText = useAudienceText();
  return [
    {
      id: 'title',
      title: t('notify.title'),
      fixed: true,
      cell: (sent) => (
        <UnstyledButton className={classes.title} onClick={() => onOpen(sent)}>
          {wordsFor(sent.texts, language)?.title ?? sent.id}
        </UnstyledButton>
      ),
    },
    { id: 'audience', title: t('notify.audience'), cell: ({ audience }) => audienceText(audience) },
    { id: 'delivered', title: t('notify.delivered'), numeric: true, cell: ({ delivered }) => delivered },
    {
      id: 'confirmed',
      title: t('notify.confirmations'),
      cell: ({ needs_confirm, confirmed, delivered }) =>
        needs_confirm ? (
          <span className={classes.progress}>
            <Progress
              w={70}
              color="teal"
              value={delivered === 0 ? 0 : (100 * confirmed) / delivered}
              aria-label={t('notify.confirmations')}
            />
            {t('notify.confirmed_of', { confirmed, delivered })}
          </span>
        ) : (
          t('notify.for_info')
        ),
    },
    {
      id: 'sender',
      title: t('notify.sender'),
      cell: ({ system, created_by_name }) =>
        system ? (
          <Badge variant="light" color="gray" tt="none" fw={500}>
            {t('notify.system')}
          </Badge>
        ) : (
          created_by_name
        ),
    },
    {
      id: 'sent_at',
      title: t('notify.sent_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
  ];
}

function useAudienceText(): (audience: Audience) => string {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  return ({ kind, account_type, uid, username }) => {
    if (kind === 'type') return t('notify.to_type', { type: typeName(account_type ?? 0) });
    if (kind === 'account') return t('notify.to_account', { name: username ?? '', uid: uid ?? '' });
    return t('notify.kinds.all');
  };
}
