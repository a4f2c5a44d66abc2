/** Imports a file as a list: upload, check the mapping, read. Reading continues after the dialog closes. */
import { Alert, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { useUnsavedDialogInput } from '@/components/form/use-unsaved-dialog-input';
import { ErrorState } from '@/components/page/error-state';
import { NAME_MAX_CHARS } from '@/config/constants';
import type { ListKind, ListView, Preview } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { useNumberList } from '../use-number-list';
import { DropBox } from '../wizard/drop-box';
import { MappingFields } from '../wizard/mapping-fields';
import { PreviewTable } from '../wizard/preview-table';
import { ReadingNotes } from '../wizard/reading-notes';
import { useMapping } from '../wizard/use-mapping';
import { useUpload } from '../wizard/use-upload';

interface Props {
  kind: ListKind;
  /** A list that was uploaded earlier but not read. */
  started: ListView | null;
  onClose: () => void;
}

export function ImportDialog({ kind, started, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [id, setId] = useState(started?.id ?? null);
  const list = useNumberList(id);
  const upload = useUpload(kind, (made) => setId(made.id));
  const input = useUnsavedDialogInput('list-import', upload.running !== null);

  async function close(): Promise<void> {
    if (!(await confirmLosingInput(t, [input]))) return;
    upload.cancel();
    onClose();
  }

  return (
    <Dialog onClose={() => void close()} size={id === null ? 560 : 900} title={t(`lists.import.${kind}`)}>
      {id === null ? (
        <Stack gap="sm">
          <TextInput
            label={t('lists.name')}
            description={t('lists.name_hint')}
            maxLength={NAME_MAX_CHARS}
            value={name}
            disabled={upload.running !== null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DropBox upload={{ ...upload, start: (file) => upload.start(file, name.trim() || undefined) }} />
        </Stack>
      ) : null}
      {id !== null && list.isPending ? <Skeleton height={220} /> : null}
      {list.isError ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.error_text ? (
        <Alert mb="md" color="red" role="alert">
          {list.data.error_text}
        </Alert>
      ) : null}
      {list.data?.preview ? <Reading list={list.data} preview={list.data.preview} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Reading({ list, preview, onClose }: { list: ListView; preview: Preview; onClose: () => void }) {
  const { t } = useTranslation();
  const mapping = useMapping(list, preview, () => {
    toast.success(t('lists.reading', { name: list.name }));
    onClose();
  });
  return (
    <Stack gap="md">
      <ReadingNotes preview={preview} busy={mapping.busy} onAnswer={mapping.correct} />
      <MappingFields preview={preview} busy={mapping.busy} onCorrect={mapping.correct} />
      <PreviewTable
        preview={preview}
        busy={mapping.busy}
        carried={null}
        onColumn={(column) => mapping.correct({ column })}
        onHeader={(row) => mapping.correct({ title_rows: row, header: true })}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          loading={mapping.reading}
          disabled={mapping.busy || preview.confidence.questions.length > 0}
          onClick={() => mapping.read({ ...preview.mapping, carried: [] })}
        >
          {t('lists.read')}
        </Button>
      </Group>
    </Stack>
  );
}
