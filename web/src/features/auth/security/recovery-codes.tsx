import { Alert, Button, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { downloadText } from '@/lib/download';
import { useProductTitle } from '@/lib/product-title';
import { useSessionStore } from '@/lib/session/session-store';
import { recoveryFile } from './secret-text';
import classes from './security.module.css';

/** Shown only once, so clicking outside must not close it. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const product = useProductTitle();
  const account = useSessionStore((session) => session.user?.name ?? '');
  return (
    <Dialog
      onClose={onClose}
      title={t('security.codes_title')}
      size={460}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Alert color="yellow" icon={<IconLifebuoy size={18} stroke={1.6} />}>
        {t('security.codes_text')}
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? t('common.copied') : t('security.copy_codes')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadText('recovery-codes.txt', recoveryFile(product, account, codes))}
          >
            {t('security.download_codes')}
          </Button>
        </Group>
        <Button data-autofocus onClick={onClose}>
          {t('security.codes_saved')}
        </Button>
      </Group>
    </Dialog>
  );
}
