import { Alert, NumberInput, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import type { CallData } from '@/lib/api/client';
import type { TaskView } from '@/lib/screening/types';
import { shareResults } from './api/sharing';

const DAYS_MAX = 30;
const DAYS_AT_FIRST = 7;

interface Props {
  task: TaskView;
  onShared: (answer: CallData<'task/share'>) => void;
  onClose: () => void;
}

/** Makes a link to the results of a task. */
export function ShareDialog({ task, onShared, onClose }: Props) {
  const { t } = useTranslation();
  const range = t('sharing.days_range', { most: DAYS_MAX });
  const form = useForm<{ days: number | string; masked: boolean }>({
    initialValues: { days: DAYS_AT_FIRST, masked: true },
    validate: {
      days: (typed) => {
        const days = Number(typed);
        return typed !== '' && Number.isInteger(days) && days >= 1 && days <= DAYS_MAX ? null : range;
      },
    },
  });
  const sharing = useMutation({
    mutationFn: (values: { days: number | string; masked: boolean }) =>
      shareResults({ id: task.id, days: Number(values.days), masked: values.masked }),
    onSuccess: onShared,
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="share-results"
      title={t('sharing.share')}
      dirty={form.isDirty()}
      busy={sharing.isPending}
      submitLabel={t('sharing.make')}
      onSubmit={form.onSubmit((values) => sharing.mutate(values))}
      onClose={onClose}
    >
      <Alert color="yellow">{t('sharing.warning')}</Alert>
      <NumberInput
        data-autofocus
        label={t('sharing.days')}
        description={range}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('days')}
      />
      <Switch
        label={t('sharing.masked')}
        description={t('sharing.masked_hint')}
        {...form.getInputProps('masked', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
