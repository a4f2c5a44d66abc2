import { Button, SegmentedControl } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { DataTable } from '@/components/data-table/data-table';
import { type TableRules, withFilters } from '@/components/data-table/table-state';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { onLiveEvent } from '@/lib/events/live-events';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import {
  confirmNotifications,
  isWaiting,
  listMyNotifications,
  MY_NOTIFICATIONS_KEY,
  type Received,
} from './api/my-notifications';
import { NotificationDialog } from './notification-dialog';
import { useReceivedColumns } from './received-columns';

const RULES: TableRules = { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: ['waiting'] };

export default function MyNotifyPage() {
  const { t } = useTranslation();
  const title = useTitle()('account_notifications');
  const language = useLanguage();
  const [opened, setOpened] = useState<Received | null>(null);
  const waiting = useSessionStore((session) => session.waitConfirmCount);
  // The server returns texts in the language of the call.
  const list = useList(
    { key: `${MY_NOTIFICATIONS_KEY}:${language}`, rules: RULES, fetch: listMyNotifications },
    { title: t('notify.empty'), hint: t('notify.empty_hint') },
  );
  const { refresh } = list;
  const onlyWaiting = list.state.filters.waiting === 'true';

  useEffect(() => onLiveEvent('notify', () => void refresh()), [refresh]);

  const confirm = useMutation({
    mutationFn: confirmNotifications,
    onSuccess: (count) => {
      useSessionStore.getState().setWaitConfirmCount(count);
      toast.success(t('notify.confirmed_done'));
      setOpened(null);
    },
    onSettled: refresh,
  });

  async function confirmAll(): Promise<void> {
    const sure = await askConfirmation({
      title: t('notify.confirm_all_title', { count: waiting }),
      text: t('notify.confirm_all_text'),
      confirmLabel: t('notify.confirm_all'),
    });
    if (sure) confirm.mutate({ all: true });
  }

  const columns = useReceivedColumns({
    onOpen: setOpened,
    busy: confirm.isPending,
    onConfirm: ({ id }) => confirm.mutate({ ids: [id] }),
  });

  return (
    <>
      <PageHeader
        title={title}
        description={t('notify.description')}
        actions={
          waiting > 0 ? (
            <Button
              variant="default"
              leftSection={<IconChecks size={16} stroke={1.6} />}
              loading={confirm.isPending}
              onClick={() => void confirmAll()}
            >
              {t('notify.confirm_all')}
            </Button>
          ) : null
        }
      />
      <DataTable
        name="my-notifications"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={
          <SegmentedControl
            aria-label={t('notify.filter')}
            value={onlyWaiting ? 'true' : ''}
            onChange={(value) => list.change(withFilters(list.state, { waiting: value }))}
            data={[
              { value: '', label: t('notify.all') },
              { value: 'true', label: t('notify.only_waiting') },
            ]}
          />
        }
        {...(onlyWaiting ? { empty: { title: t('notify.nothing_waiting') } } : {})}
      />
      {opened ? (
        <NotificationDialog
          title={opened.title}
          text={opened.text}
          sentAt={opened.created_at}
          onClose={() => setOpened(null)}
          {...(isWaiting(opened)
            ? { busy: confirm.isPending, onConfirm: () => confirm.mutate({ ids: [opened.id] }) }
            : {})}
        />
      ) : null}
    </>
  );
}
