import { Checkbox, Code, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { toast } from '@/lib/toast';
import {
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookValues,
} from './api/webhooks';
import classes from './webhooks.module.css';

const MAX_URL = 500;
const MAX_DESCRIPTION = 200;

interface Props {
  /** The endpoint to edit. Null creates a new one. */
  webhook: Webhook | null;
  events: readonly WebhookEvent[];
  /** Receives the secret of a new endpoint. */
  onSaved: (secret: string | null) => void;
  onClose: () => void;
}

export function EndpointDialog({ webhook, events, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<WebhookValues>({
    initialValues: webhook
      ? { url: webhook.url, description: webhook.description, events: webhook.events }
      : { url: '', description: '', events: [...events] },
    validate: {
      url: (url) => (url.trim() ? null : t('webhooks.url_needed')),
      events: (chosen) => (chosen.length > 0 ? null : t('webhooks.events_needed')),
    },
  });
  const save = useMutation({
    mutationFn: async (values: WebhookValues): Promise<string | null> => {
      if (!webhook) return (await createWebhook(values)).secret;
      await updateWebhook({ ...values, id: webhook.id, enabled: webhook.enabled });
      return null;
    },
    onSuccess: (secret) => {
      toast.success(t(webhook ? 'webhooks.saved' : 'webhooks.created'));
      onSaved(secret);
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="webhook-endpoint"
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      dirty={form.isDirty()}
      busy={save.isPending}
      submitLabel={t(webhook ? 'form.save' : 'form.create')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="url"
        label={t('webhooks.url')}
        description={t('webhooks.url_hint')}
        maxLength={MAX_URL}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('webhooks.note')}
        maxLength={MAX_DESCRIPTION}
        {...form.getInputProps('description')}
      />
      <Checkbox.Group label={t('webhooks.events')} {...form.getInputProps('events')}>
        <Stack gap="xs" mt={6}>
          {events.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={
                <span className={classes.choice}>
                  {t(`webhooks.event.${event}`)} <Code>{event}</Code>
                </span>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
