import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import type { ListView } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { LIST_KEY, renameList } from '../api/lists';
import { useListActions } from '../use-list-actions';

const NAME_MAX_CHARS = 120;

export function RenameDialog({ list, onClose }: { list: ListView; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { refresh } = useListActions();
  const form = useForm({
    initialValues: { name: list.name },
    validate: { name: (name) => (name.trim() ? null : t('lists.name_required')) },
  });
  const rename = useMutation({
    mutationFn: ({ name }: { name: string }) => renameList(list.id, name.trim()),
    onSuccess: (renamed) => {
      queryClient.setQueryData([LIST_KEY, renamed.id], renamed);
      refresh();
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
      name="list-rename"
      title={t('lists.rename')}
      size={420}
      dirty={form.isDirty()}
      busy={rename.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('lists.name')}
        maxLength={NAME_MAX_CHARS}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
