import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX_CHARS } from '@/config/constants';
import { toast } from '@/lib/toast';
import { FormDialog } from './form-dialog';
import { fieldErrors } from './form-errors';

interface Props {
  /** What the note is about. */
  name: string;
  note: string;
  save: (note: string) => Promise<unknown>;
  onClose: () => void;
}

/** A dialog for the note on a list or a task. */
export default function NoteDialog({ name, note, save, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { note },
    validate: {
      // Counted as on the server, in code points.
      note: (typed) =>
        Array.from(typed.trim()).length > NOTE_MAX_CHARS ? t('notes.long', { most: NOTE_MAX_CHARS }) : null,
    },
  });
  const saving = useMutation({
    mutationFn: (values: { note: string }) => save(values.note.trim()),
    onSuccess: () => {
      toast.success(t('form.saved'));
      onClose();
    },
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="note"
      title={t('notes.of', { name })}
      dirty={form.isDirty()}
      busy={saving.isPending}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={t('notes.note')}
        description={t('notes.hint', { most: NOTE_MAX_CHARS })}
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  );
}
