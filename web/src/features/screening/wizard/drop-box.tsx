import { Alert, Button, FileButton, Progress, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED_FILES } from '@/config/constants';
import { useLanguage } from '@/lib/i18n/use-language';
import { toast } from '@/lib/toast';
import type { Upload } from './use-upload';
import classes from './wizard.module.css';

/** Drop zone for a file, also used to replace a selected list. */
export function DropBox({ upload, instead = false }: { upload: Upload; instead?: boolean }) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  if (upload.running) return <UploadProgress upload={upload} />;

  function dropped(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file, ...others] = event.dataTransfer.files;
    // Uploading one of them would look as if all were in the task.
    if (others.length > 0) toast.error(t('screening.source.one_file'));
    else if (file) upload.start(file);
  }

  return (
    <>
      <InterruptedNote upload={upload} />
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <IconCloudUpload size={34} stroke={1.4} aria-hidden />
        <Text fw={600}>{t('screening.source.drop')}</Text>
        <Text c="dimmed" size="xs">
          {t('screening.source.formats')}
        </Text>
        <FileButton accept={ACCEPTED_FILES} onChange={(file) => file && upload.start(file)}>
          {(props) => (
            <Button mt={4} variant={instead ? 'default' : 'filled'} {...props}>
              {t('screening.source.choose')}
            </Button>
          )}
        </FileButton>
      </div>
    </>
  );
}

/** Tells that choosing the same file again goes on with an interrupted upload. */
function InterruptedNote({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!upload.interrupted) return null;
  const { name, share } = upload.interrupted;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share);
  return (
    <Alert mb="sm" title={t('screening.source.interrupted', { name, percent })}>
      <Text size="sm">{t('screening.source.interrupted_hint')}</Text>
      <Button mt="xs" size="xs" variant="default" onClick={upload.discard}>
        {t('screening.source.discard')}
      </Button>
    </Alert>
  );
}

export function UploadProgress({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!upload.running) return null;
  const { name, share, waiting } = upload.running;
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share);
  return (
    <div className={classes.drop} role="status">
      <Text fw={600}>{t('screening.source.uploading', { name })}</Text>
      <Progress
        w="min(420px, 100%)"
        value={share * 100}
        animated={share >= 1}
        aria-label={t('screening.source.uploading', { name })}
      />
      <Text c="dimmed" size="xs" className="ns-numeric">
        {share >= 1 ? t('screening.source.looking') : percent}
      </Text>
      {waiting ? (
        <Text size="sm">{t('screening.source.waiting')}</Text>
      ) : (
        <Text c="dimmed" size="xs">
          {t('screening.source.reload_hint')}
        </Text>
      )}
      <Button variant="default" onClick={upload.cancel}>
        {t('screening.source.cancel')}
      </Button>
    </div>
  );
}
