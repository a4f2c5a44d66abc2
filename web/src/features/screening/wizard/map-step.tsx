/** Part of step 1, if asked for or needed: the number column and the file format. */
import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import type { ListView, Preview } from '@/lib/screening/list-types';
import { type Carried, carriedColumns, fewNumbers } from './mapping';
import { MappingFields } from './mapping-fields';
import { PreviewTable } from './preview-table';
import { ReadingNotes } from './reading-notes';
import { SameFile } from './same-file';
import { useMapping } from './use-mapping';
import styles from '../screening.module.css';
import classes from './wizard.module.css';

interface Props {
  list: ListView;
  preview: Preview;
  carried: Carried | null;
  onCarried: (carried: Carried) => void;
  onUse: (id: number) => void;
  onBack: () => void;
  onDone: () => void;
}

export function MapStep({ list, preview, carried, onCarried, onUse, onBack, onDone }: Props) {
  const { t } = useTranslation();
  const mapping = useMapping(list, preview, onDone);
  const columns = carriedColumns(preview, list.id, carried);
  return (
    <div className={styles.stack}>
      {list.state === 'failed' ? (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle size={18} stroke={1.6} />}
          title={t('screening.map.failed')}
        >
          {list.error_text}
        </Alert>
      ) : null}
      {list.same_as !== null && list.state === 'uploaded' ? <SameFile list={list} onUse={onUse} /> : null}
      <SectionCard title={t('screening.map.title', { name: list.file_name || list.name })}>
        <ReadingNotes preview={preview} busy={mapping.busy} onAnswer={mapping.correct} />
        <MappingFields preview={preview} busy={mapping.busy} onCorrect={mapping.correct} />
        <Text c="dimmed" mt="md" mb="xs">
          {t('screening.map.preview_hint')}
        </Text>
        <PreviewTable
          preview={preview}
          busy={mapping.busy}
          carried={columns}
          onColumn={(column) => mapping.correct({ column })}
          onHeader={(row) => mapping.correct({ title_rows: row, header: true })}
          onCarried={(next) => onCarried({ list: list.id, width: preview.columns.length, columns: next })}
        />
        {fewNumbers(preview) ? (
          <Alert mt="md" color="yellow" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
            {t('screening.map.few')}
          </Alert>
        ) : null}
      </SectionCard>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('screening.back')}
        </Button>
        <Button
          loading={mapping.reading}
          disabled={mapping.busy || preview.confidence.questions.length > 0}
          onClick={() => mapping.read({ ...preview.mapping, carried: [...columns] })}
        >
          {t('screening.map.read')}
        </Button>
      </div>
    </div>
  );
}
