/** Why a running task waits: its providers fail. Staff also see which channels. */
import { Alert, List } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Waiting } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';

export function WaitingNote({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { since, channels, failing, stopped, causes } = waiting;
  const facts = { since: formatMoment(since, language), failing, channels, count: channels };
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX size={18} stroke={1.6} />}>
      {t(stopped ? 'tasks.waiting.stopped' : 'tasks.waiting.slow', facts)}
      {causes && causes.length > 0 ? (
        <List size="sm" mt="xs">
          {causes.map((cause) => (
            <List.Item key={cause.channel}>
              {t('tasks.waiting.cause', {
                channel: cause.channel,
                condition: t(`tasks.waiting.conditions.${cause.condition}`),
                since: formatMoment(cause.since, language),
                detail: cause.detail || '—',
              })}
            </List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  );
}
