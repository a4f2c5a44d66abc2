import { Alert, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimeSecret } from '@/components/copy/one-time-secret';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { SectionCard } from '@/components/page/section-card';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import {
  DELIVERIES_KEY,
  type Delivery,
  testWebhook,
  type Webhook,
  WEBHOOKS_KEY,
  webhooksOptions,
} from './api/webhooks';
import { DeliveryDrawer } from './delivery-drawer';
import { DeliveryLog } from './delivery-log';
import { EndpointCard } from './endpoint-card';
import { EndpointDialog } from './endpoint-dialog';
import { RotateDialog } from './rotate-dialog';
import { useOutcome } from './use-outcome';
import classes from './webhooks.module.css';

type Dialog = { kind: 'create' } | { kind: 'edit' | 'rotate'; webhook: Webhook };

/** `locked` is the reason why nothing can be changed, if any. */
export default function WebhookSection({ locked }: { locked: string | null }) {
  const { t } = useTranslation();
  const may = useHasPermission()('user/generateApi') && locked === null;
  const queryClient = useQueryClient();
  const outcome = useOutcome();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [opened, setOpened] = useState<Delivery | null>(null);
  const query = useQuery(webhooksOptions());
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: [WEBHOOKS_KEY] });
    void queryClient.invalidateQueries({ queryKey: [DELIVERIES_KEY] });
  };
  const test = useMutation({
    mutationFn: testWebhook,
    onSuccess: (delivery) => {
      setOpened(delivery);
      const text = outcome(delivery.last_status, delivery.last_error);
      if (delivery.state === 'delivered') toast.success(t('webhooks.test_arrived', { outcome: text }));
      else toast.error(t('webhooks.test_failed', { outcome: text }));
    },
    onSettled: refresh,
  });

  function done(shown: string | null): void {
    setDialog(null);
    setSecret(shown);
    refresh();
  }

  if (query.isPending) return <PageSkeleton />;
  if (query.isLoadingError)
    return (
      <ErrorState message={query.error.message || t('errors.error')} onRetry={() => void query.refetch()} />
    );
  const { endpoints, events, max_endpoints } = query.data;
  const full = endpoints.length >= max_endpoints;
  const create = may ? (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} />}
      disabled={full}
      onClick={() => setDialog({ kind: 'create' })}
    >
      {t('webhooks.new')}
    </Button>
  ) : null;
  return (
    <div className={classes.section}>
      <SectionCard title={t('webhooks.endpoints')} aside={endpoints.length > 0 ? create : null}>
        <Text c="dimmed" mb="md">
          {t('webhooks.description')}
        </Text>
        {full ? (
          <Alert mb="md">{t('webhooks.full', { most: max_endpoints, count: max_endpoints })}</Alert>
        ) : null}
        {endpoints.length === 0 ? (
          <EmptyState title={t('webhooks.empty')} hint={t('webhooks.empty_hint')} action={create} />
        ) : (
          <ul className={classes.endpoints}>
            {endpoints.map((webhook) => (
              <EndpointCard
                key={webhook.id}
                webhook={webhook}
                actions={
                  may
                    ? {
                        testing: test.isPending && test.variables === webhook.id,
                        onTest: () => test.mutate(webhook.id),
                        onEdit: () => setDialog({ kind: 'edit', webhook }),
                        onRotate: () => setDialog({ kind: 'rotate', webhook }),
                        onChanged: refresh,
                      }
                    : null
                }
              />
            ))}
          </ul>
        )}
      </SectionCard>
      {endpoints.length > 0 ? (
        <DeliveryLog endpoints={endpoints} mayReplay={may} onOpen={setOpened} onChanged={refresh} />
      ) : null}
      {dialog?.kind === 'create' || dialog?.kind === 'edit' ? (
        <EndpointDialog
          webhook={dialog.kind === 'edit' ? dialog.webhook : null}
          events={events}
          onSaved={done}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog?.kind === 'rotate' ? (
        <RotateDialog webhook={dialog.webhook} onRotated={done} onClose={() => setDialog(null)} />
      ) : null}
      {secret ? (
        <OneTimeSecret
          title={t('webhooks.secret_title')}
          label={t('webhooks.secret')}
          secret={secret}
          hint={t('webhooks.secret_hint')}
          onClose={() => setSecret(null)}
          testId="webhook-secret"
        />
      ) : null}
      {opened ? <DeliveryDrawer delivery={opened} onClose={() => setOpened(null)} /> : null}
    </div>
  );
}
