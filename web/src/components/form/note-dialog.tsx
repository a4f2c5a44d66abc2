import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { NOTE_MAX_CHARS } from '@/config/constants';
import { toast } from '@/lib/toast';
import { ConflictNotice } from './conflict-notice';
import { FormDialog } from './form-dialog';
import { useVersionedSave, type Versioned } from './use-versioned-save';

type NoteValues = { note: string };

interface Props {
  /** What the note is about. */
  name: string;
  note: string;
  /** Replaces the note, if it is `before`. */
  save: (before: string, note: string) => Promise<unknown>;
  /** Reads the current note. */
  load: () => Promise<string>;
  onClose: () => void;
}

/** The text itself is the version. */
const versioned = (note: string): Versioned<NoteValues> => ({ version: 1, values: { note } });

/** A dialog for the note on a list or a task. */
export default function NoteDialog({ name, note, save, load, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<NoteValues>({
    initialValues: { note },
    validate: {
      // Counted as on the server, in code points.
      note: (typed) =>
        Array.from(typed.trim()).length > NOTE_MAX_CHARS ? t('notes.long', { most: NOTE_MAX_CHARS }) : null,
    },
  });
  const { conflict, busy, reloading, submit, reload } = useVersionedSave({
    form,
    start: versioned(note),
    save: async (values, version, before) => {
      await save(before.note, values.note.trim());
      return version;
    },
    reload: async () => versioned(await load()),
    onSaved: () => {
      toast.success(t('form.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      name="note"
      title={t('notes.of', { name })}
      dirty={form.isDirty()}
      busy={busy}
      submitLabel={t('form.save')}
      onSubmit={form.onSubmit(submit)}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        busy={reloading}
        onReload={reload}
        fieldName={() => t('notes.note')}
      />
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
