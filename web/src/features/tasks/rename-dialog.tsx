import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { PASSWORD_DIALOG_WIDTH_PX } from '@/config/constants';
import type { TaskView } from '@/lib/screening/types';
import { TASK_KEY, TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { toast } from '@/lib/toast';
import { renameTask } from './api/change-task';

const MAX_NAME = 100;

export function RenameDialog({ task, onClose }: { task: TaskView; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: task.name },
    validate: { name: (name) => (name.trim() === '' ? t('tasks.name_required') : null) },
  });
  const rename = useMutation({
    mutationFn: ({ name }: { name: string }) => renameTask(task.id, name.trim()),
    onSuccess: (changed) => {
      queryClient.setQueryData([TASK_KEY, task.id], changed);
      void queryClient.invalidateQueries({ queryKey: [TASK_LIST_KEY] });
      toast.success(t('form.saved'));
      onClose();
    },
    onError: (reason) => {
      toast.error(reason.message || t('errors.error'));
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="task-name"
      title={t('tasks.rename_title')}
      size={PASSWORD_DIALOG_WIDTH_PX + 50}
      dirty={form.isDirty()}
      busy={rename.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('tasks.name')}
        maxLength={MAX_NAME}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
