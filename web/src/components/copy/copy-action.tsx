import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value: string;
  label: string;
  icon?: ReactNode;
}

export function CopyAction({ value, label, icon }: Props) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('common.copied') : label}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={copied ? t('common.copied') : label}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} stroke={2} /> : (icon ?? <IconCopy size={16} stroke={1.6} />)}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
