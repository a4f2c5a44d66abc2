import { Code, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SideDialog } from '@/components/dialog/side-dialog';
import { Fact, Facts } from '@/components/facts/facts';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import type { Delivery, DeliveryAttempt } from './api/webhooks';
import { DeliveryBadge } from './delivery-badge';
import { useOutcome } from './use-outcome';
import classes from './webhooks.module.css';

export function DeliveryDrawer({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SideDialog onClose={onClose} size={560} title={t(`webhooks.event.${delivery.event}`)}>
      <Facts>
        <Fact label={t('webhooks.state_title')}>
          <DeliveryBadge state={delivery.state} />
        </Fact>
        <Fact label={t('webhooks.message_id')}>
          <Code className={classes.id}>{delivery.message_id}</Code>
        </Fact>
        <Fact label={t('webhooks.endpoint')}>
          <span className={classes.url}>{delivery.url}</span>
        </Fact>
        <Fact label={t('webhooks.happened_at')}>{formatMoment(delivery.created_at, language)}</Fact>
        {delivery.next_try_at ? (
          <Fact label={t('webhooks.next_try')}>{formatMoment(delivery.next_try_at, language)}</Fact>
        ) : null}
      </Facts>
      <Title order={2} fz={14} mt="lg" mb="xs">
        {t('webhooks.attempts')}
      </Title>
      {delivery.attempts.length === 0 ? (
        <Text c="dimmed">{t('webhooks.not_tried')}</Text>
      ) : (
        <ol className={classes.attempts} reversed>
          {delivery.attempts.toReversed().map((attempt) => (
            <Attempt key={`${attempt.at}-${attempt.duration_ms}`} attempt={attempt} />
          ))}
        </ol>
      )}
      <Title order={2} fz={14} mt="lg" mb="xs">
        {t('webhooks.payload')}
      </Title>
      <Code block className={classes.payload}>
        {JSON.stringify(delivery.payload, null, 2)}
      </Code>
    </SideDialog>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const outcome = useOutcome();
  const fault = attempt.error && attempt.error !== 'status' ? attempt.error : null;
  return (
    <li>
      <div className={classes.attemptHead}>
        <Text fw={600} size="sm" c={attempt.error ? 'red' : 'teal'}>
          {outcome(attempt.status, attempt.error)}
        </Text>
        <Text c="dimmed" size="xs">
          {formatMoment(attempt.at, language)} · {t('webhooks.took', { ms: attempt.duration_ms })}
        </Text>
      </div>
      {attempt.status && fault ? (
        <Text size="sm" c="dimmed">
          {t(`webhooks.fault.${fault}`)}
        </Text>
      ) : null}
      {attempt.answer ? (
        <Code block className={classes.payload}>
          {attempt.answer}
        </Code>
      ) : null}
    </li>
  );
}
