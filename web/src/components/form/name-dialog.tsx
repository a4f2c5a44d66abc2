import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX_CHARS } from '@/config/constants';
import { FormDialog } from './form-dialog';
import { fieldErrors } from './form-errors';

const WIDTH_PX = 430;

interface Props<Answer> {
  /** Key in the registry of unsaved input. */
  dialog: string;
  title: string;
  label: string;
  name: string;
  /** Error for an empty name. */
  missing: string;
  save: (name: string) => Promise<Answer>;
  onSaved: (answer: Answer) => void;
  onClose: () => void;
  /** Shown below the field. */
  children?: ReactNode;
}

/** A dialog that asks for a name. */
export function NameDialog<Answer>(props: Props<Answer>) {
  const { dialog, title, label, name, missing, save, onSaved, onClose, children } = props;
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name },
    validate: { name: (typed) => (typed.trim() ? null : missing) },
  });
  const saving = useMutation({
    mutationFn: (values: { name: string }) => save(values.name.trim()),
    onSuccess: (answer) => {
      onSaved(answer);
      onClose();
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name={dialog}
      title={title}
      size={WIDTH_PX}
      dirty={form.isDirty()}
      busy={saving.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onClose={onClose}
    >
      <TextInput data-autofocus label={label} maxLength={NAME_MAX_CHARS} {...form.getInputProps('name')} />
      {children}
    </FormDialog>
  );
}
