import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { useLanguage } from '@/lib/i18n/use-language';
import { EXPORT_FORMATS, type ExportFormat, type TaskView } from '@/lib/screening/types';
import { toast } from '@/lib/toast';
import { EXPORTS_KEY, startExport } from './api/exports';
import { resultFilter } from './result-filter';

interface Props {
  task: TaskView;
  /** The table's filters, or null if there are none. */
  filters: Readonly<Record<string, string>> | null;
  filteredRows: number;
  onClose: () => void;
}

type ExportValues = { format: ExportFormat; what: 'everything' | 'filtered'; classes: string };

export function ExportDialog({ task, filters, filteredRows, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const form = useForm<ExportValues>({
    initialValues: { format: 'csv', what: filters ? 'filtered' : 'everything', classes: '' },
  });
  const start = useMutation({
    mutationFn: ({ format, what, classes }: ExportValues) =>
      startExport({
        id: task.id,
        format,
        filter: what === 'filtered' && filters ? resultFilter(filters, task.checks.length) : {},
        one_file_a_class: classes === '' ? null : Number(classes),
      }),
    onSuccess: () => {
      toast.success(t('tasks.export.started'));
      void queryClient.invalidateQueries({ queryKey: [EXPORTS_KEY, task.id] });
      onClose();
    },
    onError: (reason) => toast.error(reason.message || t('errors.error')),
  });
  return (
    <FormDialog
      name="task-export"
      title={t('tasks.export.title')}
      dirty={false}
      busy={start.isPending}
      submitLabel={t('tasks.export.start')}
      onSubmit={form.onSubmit((values) => start.mutate(values))}
      onClose={onClose}
      size={520}
    >
      <Radio.Group label={t('tasks.export.format')} {...form.getInputProps('format')}>
        <Stack gap={8} mt={6}>
          {EXPORT_FORMATS.map((format) => (
            <Radio key={format} value={format} label={t(`tasks.export.formats.${format}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {filters ? (
        <Radio.Group label={t('tasks.export.what')} {...form.getInputProps('what')}>
          <Stack gap={8} mt={6}>
            <Radio
              value="filtered"
              label={t('tasks.export.filtered', { n: new Intl.NumberFormat(language).format(filteredRows) })}
            />
            <Radio value="everything" label={t('tasks.export.everything')} />
          </Stack>
        </Radio.Group>
      ) : null}
      <NativeSelect
        label={t('tasks.export.classes')}
        data={[
          { value: '', label: t('tasks.export.one_file') },
          ...task.checks.map(({ name }, index) => ({
            value: String(index),
            label: t('tasks.export.class_files', { name }),
          })),
        ]}
        {...form.getInputProps('classes')}
      />
    </FormDialog>
  );
}
