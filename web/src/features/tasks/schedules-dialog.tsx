/** The schedules that have not ended. */
import { Anchor, Button, Pagination, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import type { Column } from '@/components/data-table/column';
import { Dialog } from '@/components/dialog/dialog';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PlainTable } from '@/components/plain-table/plain-table';
import { taskPath } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { usePoints } from '@/lib/screening/use-points';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { endSchedule, type Schedule, SCHEDULES_KEY, schedulesOptions } from './api/schedules';

const SIZE = 20;
const WIDTH_PX = 960;

interface Props {
  staff: boolean;
  onClose: () => void;
}

export default function SchedulesDialog({ staff, onClose }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const columns = useColumns(staff, onClose);
  const query = useQuery(schedulesOptions(page, SIZE));
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / SIZE));
  // Ending the last schedule of the last page leaves it empty.
  if (query.data && page > pages) setPage(pages);
  return (
    <Dialog onClose={onClose} title={t('schedules.list')} size={WIDTH_PX}>
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.total === 0 ? (
        <EmptyState title={t('schedules.none')} hint={t('schedules.none_hint')} />
      ) : null}
      {query.data && query.data.items.length > 0 ? (
        <PlainTable
          label={t('schedules.list')}
          columns={columns}
          rows={query.data.items}
          rowKey={({ id }) => id}
        />
      ) : null}
      {pages > 1 ? <Pagination mt="sm" total={pages} value={page} onChange={setPage} /> : null}
    </Dialog>
  );
}

function useColumns(staff: boolean, onClose: () => void): readonly Column<Schedule>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const mayEdit = useHasPermission()('task/edit');
  const account: Column<Schedule> = {
    id: 'account',
    title: t('schedules.account'),
    cell: ({ username }) => username,
  };
  const columns: Column<Schedule>[] = [
    {
      id: 'name',
      title: t('schedules.task'),
      fixed: true,
      cell: ({ name, list_name }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {list_name}
          </Text>
        </>
      ),
    },
    ...(staff ? [account] : []),
    { id: 'every', title: t('schedules.every'), cell: ({ every }) => t(`schedules.${every}`) },
    { id: 'next', title: t('schedules.next'), cell: ({ next_at }) => formatMoment(next_at, language) },
    {
      id: 'price',
      title: t('schedules.price'),
      numeric: true,
      cell: ({ max_price }) => points.sum(max_price),
    },
    {
      id: 'last',
      title: t('schedules.last'),
      cell: ({ outcome, ran_at, last_task }) =>
        outcome === null ? (
          t('schedules.never')
        ) : (
          <>
            {t(`schedules.outcomes.${outcome}`)}
            <Text size="xs" c="dimmed">
              {formatMoment(ran_at, language)}
              {outcome === 'started' ? ' · ' : null}
              {outcome === 'started' ? (
                <Anchor component={Link} to={taskPath(last_task)} size="xs" onClick={onClose}>
                  {t('schedules.last_run')}
                </Anchor>
              ) : null}
            </Text>
          </>
        ),
    },
  ];
  if (mayEdit) {
    columns.push({
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (schedule) => <EndButton schedule={schedule} />,
    });
  }
  return columns;
}

function EndButton({ schedule: { id, name } }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const ending = useMutation({
    mutationFn: async () => {
      const sure = await askConfirmation({
        title: t('schedules.end_title', { name }),
        text: t('schedules.end_text'),
        confirmLabel: t('schedules.end'),
        danger: true,
      });
      if (!sure) return;
      await endSchedule(id);
      toast.success(t('schedules.ended'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [SCHEDULES_KEY] }),
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={ending.isPending}
      aria-label={t('schedules.end_of', { name })}
      onClick={() => ending.mutate()}
    >
      {t('schedules.end')}
    </Button>
  );
}
