import { Badge, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { formatBytes } from '@/lib/format-bytes';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ListKind, ListView } from '@/lib/screening/list-types';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import { type ListHandlers, ListRowMenu } from './list-row-menu';

const COLORS = { uploaded: 'gray', analysing: 'blue', ready: 'teal', failed: 'red' } as const;

export function useListColumns(kind: ListKind, handlers: ListHandlers): readonly Column<ListView>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const count = new Intl.NumberFormat(language);
  return [
    {
      id: 'name',
      title: t('lists.name'),
      fixed: true,
      cell: ({ name, note }) => (
        <>
          <TruncatedText text={name} />
          {note ? (
            <Text size="xs" c="dimmed" lineClamp={1} maw={280} title={note}>
              {note}
            </Text>
          ) : null}
        </>
      ),
    },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('lists.account'),
            cell: ({ username, uid }: ListView) => t('lists.account_line', { username, uid }),
          },
        ]
      : []),
    {
      id: 'numbers',
      title: t('lists.numbers'),
      numeric: true,
      cell: ({ numbers, state }) => (state === 'ready' ? count.format(numbers) : '—'),
    },
    { id: 'state', title: t('lists.state'), beside: true, cell: (list) => <State list={list} /> },
    {
      id: 'file',
      title: t('lists.file'),
      cell: ({ file_name, bytes }) => (
        <>
          <TruncatedText text={file_name || '—'} />{' '}
          <Text span size="xs" c="dimmed">
            {bytes > 0 ? formatBytes(bytes, language) : ''}
          </Text>
        </>
      ),
    },
    {
      id: 'created_at',
      title: t('lists.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    ...(kind === 'upload'
      ? [
          {
            id: 'expires_at',
            title: t('lists.expires_at'),
            cell: ({ expires_at }: ListView) => formatMoment(expires_at, language) ?? t('lists.never'),
          },
        ]
      : []),
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (list) => <ListRowMenu list={list} handlers={handlers} />,
    },
  ];
}

function State({ list: { name, state, progress, error_text } }: { list: ListView }) {
  const { t } = useTranslation();
  if (state === 'analysing' && progress && progress.total > 0) {
    return (
      <Progress
        miw={100}
        value={(progress.done / progress.total) * 100}
        aria-label={t('lists.reading', { name })}
      />
    );
  }
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" fw={500} title={error_text}>
      {t(`lists.states.${state}`)}
    </Badge>
  );
}
