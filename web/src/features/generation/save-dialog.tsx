import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { toast } from '@/lib/toast';
import { OWN_LISTS_KEY, saveRun } from './api/lists';
import type { Run } from './api/runs';
import { useFormat } from './use-format';

const NAME_MAX_CHARS = 120;

/** Keeps the numbers of a run among the saved lists. */
export function SaveDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: t('generation.list_name', { id: run.id }) },
    validate: { name: (name) => (name.trim() ? null : t('generation.list_name_required')) },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => saveRun(run.id, name.trim(), true),
    onSuccess: () => {
      toast.success(t('generation.list_saved'));
      void queryClient.invalidateQueries({ queryKey: [OWN_LISTS_KEY] });
      onClose();
    },
    onError: (reason) => {
      toast.error(reason.message || t('errors.error'));
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="run-save"
      title={t('generation.save_list')}
      size={440}
      dirty={form.isDirty()}
      busy={save.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('generation.list_name_label')}
        maxLength={NAME_MAX_CHARS}
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed" mt="sm">
        {t('generation.save_list_hint', { n: format(run.count) })}
      </Text>
    </FormDialog>
  );
}
