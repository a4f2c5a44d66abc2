/** Sets up a schedule for a finished task. */
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { allWords } from '@/lib/api/schemas';
import { useLanguage } from '@/lib/i18n/use-language';
import { typedPoints } from '@/lib/money';
import type { TaskView } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { addSchedule, type Every, SCHEDULES_KEY } from './api/schedules';
import { ceilingOf } from './price-ceiling';

const PERIODS = allWords<Every>()('day', 'week', 'month');

interface Props {
  task: TaskView;
  onClose: () => void;
}

export default function RepeatDialog({ task, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const form = useForm<{ every: Every; max_price: string }>({
    // This run was allowed to cost as much.
    initialValues: { every: 'month', max_price: typedPoints(task.held) },
    validate: {
      max_price: (typed) => (ceilingOf(typed) === null ? t('schedules.ceiling_wrong') : null),
    },
  });
  const adding = useMutation({
    mutationFn: ({ every, max_price }: { every: Every; max_price: number }) =>
      addSchedule({ task: task.id, every, max_price }),
    onSuccess: ({ next_at }) => {
      void queryClient.invalidateQueries({ queryKey: [SCHEDULES_KEY] });
      toast.success(t('schedules.saved', { at: formatMoment(next_at, language) ?? '' }));
      onClose();
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="repeat-task"
      title={t('schedules.title', { name: task.name })}
      dirty={form.isDirty()}
      busy={adding.isPending}
      submitLabel={t('schedules.save')}
      onSubmit={form.onSubmit(({ every, max_price }) => {
        const ceiling = ceilingOf(max_price);
        if (ceiling !== null) adding.mutate({ every, max_price: ceiling });
      })}
      onClose={onClose}
    >
      <Text size="sm">{t('schedules.intro')}</Text>
      <NativeSelect
        data-autofocus
        label={t('schedules.every')}
        data={PERIODS.map((value) => ({ value, label: t(`schedules.${value}`) }))}
        {...form.getInputProps('every')}
      />
      <TextInput
        label={t('schedules.ceiling')}
        description={t('schedules.ceiling_hint')}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('max_price')}
      />
      {task.freshness_days > 0 ? (
        <Text size="sm" c="dimmed">
          {t('schedules.reuse_note', { count: task.freshness_days })}
        </Text>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('schedules.keep_note')}
      </Text>
    </FormDialog>
  );
}
