import { NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { rotateSecret, type Webhook } from './api/webhooks';

/** How long the old secret signs too, in hours. */
const OVERLAPS = [24, 6, 72, 168, 0] as const;

interface Props {
  webhook: Webhook;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

export function RotateDialog({ webhook, onRotated, onClose }: Props) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<number>(OVERLAPS[0]);
  const rotate = useMutation({
    mutationFn: () => rotateSecret(webhook.id, hours),
    onSuccess: ({ secret }) => onRotated(secret),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    rotate.mutate();
  }

  const label = (overlap: number): string =>
    overlap === 0 ? t('webhooks.at_once') : t('webhooks.hours', { count: overlap });
  return (
    <FormDialog
      name="webhook-rotate"
      title={t('webhooks.rotate')}
      dirty={false}
      busy={rotate.isPending}
      submitLabel={t('webhooks.rotate')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t('webhooks.rotate_text')}</Text>
      <NativeSelect
        data-autofocus
        label={t('webhooks.overlap')}
        description={hours === 0 ? t('webhooks.at_once_hint') : t('webhooks.overlap_hint')}
        value={String(hours)}
        data={OVERLAPS.map((overlap) => ({ value: String(overlap), label: label(overlap) }))}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}
