import { Checkbox, NativeSelect, Radio, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { useLanguage } from '@/lib/i18n/use-language';
import { EXPORT_FORMATS, EXPORT_ROWS, type TaskView } from '@/lib/screening/types';
import { toast } from '@/lib/toast';
import { EXPORTS_KEY, startExport } from './api/exports';
import { breakdownOptions } from './api/get-breakdown';
import { type ExportChoice, lastExportChoice, rememberExportChoice, wantedColumns } from './export-choice';
import { resultFilter } from './result-filter';
import classes from './tasks.module.css';

interface Props {
  task: TaskView;
  /** The table's filters, or null if there are none. */
  filters: Readonly<Record<string, string>> | null;
  filteredRows: number;
  onClose: () => void;
}

type ExportValues = ExportChoice & { what: 'everything' | 'filtered'; classes: string };

export function ExportDialog({ task, filters, filteredRows, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const form = useForm<ExportValues>({
    initialValues: { ...lastExportChoice(), what: filters ? 'filtered' : 'everything', classes: '' },
  });
  const columns = useQuery(breakdownOptions(task)).data?.columns;
  const start = useMutation({
    mutationFn: ({ what, classes: split, leftOut, ...choice }: ExportValues) => {
      rememberExportChoice({ ...choice, leftOut });
      return startExport({
        ...choice,
        id: task.id,
        filter: what === 'filtered' && filters ? resultFilter(filters, task) : {},
        one_file_a_class: split === '' ? null : Number(split),
        columns: [...wantedColumns(columns ?? [], leftOut)],
      });
    },
    onSuccess: () => {
      toast.success(t('tasks.export.started'));
      void queryClient.invalidateQueries({ queryKey: [EXPORTS_KEY, task.id] });
      onClose();
    },
  });
  const { format, leftOut } = form.values;
  const numbersOnly = format === 'txt';
  return (
    <FormDialog
      name="task-export"
      title={t('tasks.export.title')}
      dirty={false}
      busy={start.isPending}
      submitLabel={t('tasks.export.start')}
      onSubmit={form.onSubmit((values) => start.mutate(values))}
      onClose={onClose}
      size={560}
    >
      <Radio.Group label={t('tasks.export.format')} {...form.getInputProps('format')}>
        <Stack gap={8} mt={6}>
          {EXPORT_FORMATS.map((one) => (
            <Radio key={one} value={one} label={t(`tasks.export.formats.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {filters ? (
        <Radio.Group label={t('tasks.export.what')} {...form.getInputProps('what')}>
          <Stack gap={8} mt={6}>
            <Radio
              value="filtered"
              label={t('tasks.export.filtered', {
                n: new Intl.NumberFormat(language).format(filteredRows),
                count: filteredRows,
              })}
            />
            <Radio value="everything" label={t('tasks.export.everything')} />
          </Stack>
        </Radio.Group>
      ) : null}
      {numbersOnly ? null : (
        <Radio.Group label={t('tasks.export.rows')} {...form.getInputProps('rows')}>
          <Stack gap={8} mt={6}>
            {EXPORT_ROWS.map((rows) => (
              <Radio
                key={rows}
                value={rows}
                label={t(`tasks.export.row_choices.${rows}`)}
                description={t(`tasks.export.row_hints.${rows}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
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
      {columns && !numbersOnly ? (
        <details>
          <summary>
            {t('tasks.export.columns', {
              n: columns.filter((name) => !leftOut.includes(name)).length,
              total: columns.length,
            })}
          </summary>
          <Checkbox.Group
            mt={6}
            aria-label={t('tasks.export.choose_columns')}
            value={columns.filter((name) => !leftOut.includes(name))}
            onChange={(chosen) => {
              // Choices about the columns of other tasks are kept.
              const others = leftOut.filter((name) => !columns.includes(name));
              form.setFieldValue('leftOut', [...others, ...columns.filter((name) => !chosen.includes(name))]);
            }}
          >
            <div className={classes.exportColumns}>
              {columns.map((name) => (
                <Checkbox key={name} value={name} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        </details>
      ) : null}
      {numbersOnly ? null : (
        <Switch
          label={t('tasks.export.translated')}
          description={t('tasks.export.translated_hint')}
          {...form.getInputProps('translated', { type: 'checkbox' })}
        />
      )}
      {format === 'csv' ? (
        <>
          <Switch
            label={t('tasks.export.bom')}
            description={t('tasks.export.bom_hint')}
            {...form.getInputProps('bom', { type: 'checkbox' })}
          />
          <Switch
            label={t('tasks.export.text_numbers')}
            description={t('tasks.export.text_numbers_hint')}
            {...form.getInputProps('text_numbers', { type: 'checkbox' })}
          />
        </>
      ) : null}
    </FormDialog>
  );
}
