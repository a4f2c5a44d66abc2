import { ActionIcon, Alert, Badge, Button, Menu, Switch, Text } from '@mantine/core';
import { IconDots, IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { removeWebhook, updateWebhook, type Webhook } from './api/webhooks';
import { DeliveryBadge } from './delivery-badge';
import classes from './webhooks.module.css';

interface Actions {
  testing: boolean;
  onTest: () => void;
  onEdit: () => void;
  onRotate: () => void;
  onChanged: () => void;
}

export function EndpointCard({ webhook, actions }: { webhook: Webhook; actions: Actions | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { last_delivery: last, disabled_reason: reason } = webhook;
  return (
    <li className={classes.endpoint}>
      <div className={classes.endpointHead}>
        <div className={classes.address}>
          <Text component="h3" fw={600} fz={14} className={classes.url}>
            {webhook.url}
          </Text>
          {webhook.description ? (
            <Text c="dimmed" size="sm">
              {webhook.description}
            </Text>
          ) : null}
        </div>
        {actions ? (
          <EndpointActions webhook={webhook} actions={actions} />
        ) : (
          <Badge variant="light" color={webhook.enabled ? 'teal' : 'gray'} tt="none">
            {t(webhook.enabled ? 'webhooks.on' : 'webhooks.off')}
          </Badge>
        )}
      </div>
      {reason === 'gone' || reason === 'failing' ? (
        <Alert color="red" py="xs">
          {t(`webhooks.reason.${reason}`)}
        </Alert>
      ) : null}
      {webhook.secret_until ? (
        <Alert color="yellow" py="xs">
          {t('webhooks.two_secrets', { until: formatMoment(webhook.secret_until, language) })}
        </Alert>
      ) : null}
      <div className={classes.events}>
        {webhook.events.map((event) => (
          <Badge key={event} variant="light" tt="none" fw={500} title={event}>
            {t(`webhooks.event.${event}`)}
          </Badge>
        ))}
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('webhooks.last')}</dt>
          <dd>
            {last ? (
              <>
                <DeliveryBadge state={last.state} /> {formatMoment(last.at, language)}
              </>
            ) : (
              t('webhooks.never')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.waiting')}</dt>
          <dd>{webhook.pending}</dd>
        </div>
        <div>
          <dt>{t('webhooks.created_at')}</dt>
          <dd>{formatMoment(webhook.created_at, language)}</dd>
        </div>
      </dl>
    </li>
  );
}

function EndpointActions({ webhook, actions }: { webhook: Webhook; actions: Actions }) {
  const { t } = useTranslation();
  const change = {
    onSettled: actions.onChanged,
  };
  const { id, url, description, events } = webhook;
  const enable = useMutation({
    mutationFn: (enabled: boolean) => updateWebhook({ id, url, description, events, enabled }),
    ...change,
  });
  const remove = useMutation({
    mutationFn: () => removeWebhook(id),
    onSuccess: () => toast.success(t('webhooks.removed')),
    ...change,
  });

  async function switchTo(enabled: boolean): Promise<void> {
    const sure =
      enabled ||
      webhook.pending === 0 ||
      (await askConfirmation({
        title: t('webhooks.off_title'),
        text: t('webhooks.off_text', { count: webhook.pending }),
        confirmLabel: t('webhooks.switch_off'),
      }));
    if (sure) enable.mutate(enabled);
  }

  async function askRemove(): Promise<void> {
    const sure = await askConfirmation({
      title: t('webhooks.remove_title'),
      text: t('webhooks.remove_text', { url }),
      confirmLabel: t('webhooks.remove'),
      danger: true,
    });
    if (sure) remove.mutate();
  }

  return (
    <div className={classes.actions}>
      <Switch
        aria-label={t('webhooks.enable', { url })}
        checked={webhook.enabled}
        disabled={enable.isPending}
        onChange={(event) => void switchTo(event.currentTarget.checked)}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={14} stroke={1.6} />}
        loading={actions.testing}
        onClick={actions.onTest}
      >
        {t('webhooks.test')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('webhooks.more', { url })}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={actions.onEdit}>
            {t('webhooks.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey size={15} stroke={1.6} />} onClick={actions.onRotate}>
            {t('webhooks.rotate')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => void askRemove()}
          >
            {t('webhooks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
