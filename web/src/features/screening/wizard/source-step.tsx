/** Step 1: a file, pasted numbers or an existing list. */
import { Alert, Button, Tabs, Text } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import type { ListView } from '@/lib/screening/list-types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useSizeText } from '../list-contents';
import { DropBox } from './drop-box';
import { PasteBox } from './paste-box';
import { SavedListPicker } from './saved-list-picker';
import type { Upload } from './use-upload';
import classes from '../screening.module.css';

interface Props {
  /** The current selection, kept when going back. */
  list: ListView | null;
  upload: Upload;
  pasted: string;
  onPaste: (text: string) => void;
  onUse: (id: number) => void;
  onKeep: () => void;
}

export function SourceStep({ list, upload, pasted, onPaste, onUse, onKeep }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const [source, setSource] = useState<string | null>(pasted ? 'paste' : 'file');
  return (
    <div className={classes.stack}>
      {list ? <Chosen list={list} onKeep={onKeep} /> : null}
      <SectionCard title={t('screening.source.title')}>
        <Tabs value={source} onChange={setSource} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="file">{t('screening.source.file')}</Tabs.Tab>
            <Tabs.Tab value="paste">{t('screening.source.paste')}</Tabs.Tab>
            {may('list/list') ? <Tabs.Tab value="saved">{t('screening.source.saved')}</Tabs.Tab> : null}
          </Tabs.List>
          <Tabs.Panel value="file">
            <DropBox upload={upload} instead={list !== null} />
          </Tabs.Panel>
          <Tabs.Panel value="paste">
            <PasteBox text={pasted} onChange={onPaste} upload={upload} />
          </Tabs.Panel>
          <Tabs.Panel value="saved">
            <SavedListPicker onUse={onUse} />
          </Tabs.Panel>
        </Tabs>
      </SectionCard>
    </div>
  );
}

function Chosen({ list, onKeep }: { list: ListView; onKeep: () => void }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const failed = list.state === 'failed';
  return (
    <Alert
      color={failed ? 'red' : 'blue'}
      icon={<IconFileCheck size={18} stroke={1.6} />}
      title={t('screening.source.chosen', { name: list.name })}
    >
      <Text>
        {failed
          ? list.error_text
          : list.state === 'ready'
            ? sizeText(list)
            : t('screening.source.chosen_unread')}
      </Text>
      {failed && !list.preview ? null : (
        <Button mt="sm" onClick={onKeep}>
          {t('screening.source.keep')}
        </Button>
      )}
    </Alert>
  );
}
