import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { createUser } from './api/user-actions';
import { UserFields } from './user-fields';
import { NEW_USER, newUserOf, type UserValues } from './user-form';

interface Props {
  onCreated: (made: { username: string; password: string }) => void;
  onClose: () => void;
}

export function UserCreateDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<UserValues>({
    initialValues: NEW_USER,
    validate: { username: (name) => (name.trim() === '' ? t('auth.username_required') : null) },
  });
  const create = useMutation({
    mutationFn: (values: UserValues) => createUser(newUserOf(values)),
    onSuccess: ({ password }, values) => onCreated({ username: values.username.trim(), password }),
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="user-create"
      title={t('user_admin.create_title')}
      dirty={form.isDirty()}
      busy={create.isPending}
      submitLabel={t('form.create')}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('users.username')}
        description={t('user_admin.username_hint')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <UserFields form={form} />
    </FormDialog>
  );
}
