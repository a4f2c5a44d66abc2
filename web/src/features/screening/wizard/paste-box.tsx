import { Button, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { UploadProgress } from './drop-box';
import { pastedLines } from './draft';
import type { Upload } from './use-upload';
import classes from './wizard.module.css';

interface Props {
  text: string;
  onChange: (text: string) => void;
  upload: Upload;
}

/** Typed or pasted numbers, one per line. Uploaded as a file. */
export function PasteBox({ text, onChange, upload }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (upload.running) return <UploadProgress upload={upload} />;
  const lines = pastedLines(text);
  return (
    <>
      <Textarea
        label={t('screening.source.paste_label')}
        description={t('screening.source.paste_hint')}
        rows={10}
        spellCheck={false}
        autoComplete="off"
        value={text}
        placeholder={'+8613800138000\n+12025550143\n+447700900461'}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Text c="dimmed" className="ns-numeric" role="status">
          {t('screening.source.lines', {
            lines: new Intl.NumberFormat(language).format(lines),
            count: lines,
          })}
        </Text>
        <Button
          disabled={lines === 0}
          onClick={() =>
            upload.start(
              new File([text], 'pasted.txt', { type: 'text/plain' }),
              t('screening.source.pasted_name', { at: formatMoment(new Date(), language) ?? '' }),
            )
          }
        >
          {t('screening.next')}
        </Button>
      </div>
    </>
  );
}
