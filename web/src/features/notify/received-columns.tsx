import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { isWaiting, type Received } from './api/my-notifications';
import classes from './notify.module.css';

interface Options {
  onOpen: (item: Received) => void;
  busy: boolean;
  onConfirm: (item: Received) => void;
}

export function useReceivedColumns({ onOpen, busy, onConfirm }: Options): readonly Column<Received>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      id: 'title',
      title: t('notify.title'),
      fixed: true,
      cell: (item) => (
        <>
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton
              className={classes.title}
              data-waiting={isWaiting(item) || undefined}
              onClick={() => onOpen(item)}
            >
              {item.title}
            </UnstyledButton>
            {item.system ? (
              <Badge variant="light" color="gray" tt="none" fw={500}>
                {t('notify.system')}
              </Badge>
            ) : null}
          </Group>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {item.text}
          </Text>
        </>
      ),
    },
    {
      id: 'sent_at',
      title: t('notify.sent_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    { id: 'state', title: t('notify.state'), cell: (item) => <State item={item} /> },
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (item) =>
        isWaiting(item) ? (
          <Button size="compact-sm" loading={busy} onClick={() => onConfirm(item)}>
            {t('notify.confirm')}
          </Button>
        ) : null,
    },
  ];
}

function State({ item }: { item: Received }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (isWaiting(item)) {
    return (
      <Badge variant="light" color="yellow" tt="none" fw={500}>
        {t('notify.waiting')}
      </Badge>
    );
  }
  if (!item.needs_confirm) return t('notify.for_info');
  return <span title={formatMoment(item.confirmed_at, language) ?? ''}>{t('notify.confirmed')}</span>;
}
