import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import classes from './notify.module.css';

interface Props {
  title: string;
  text: string;
  sentAt: number;
  onClose: () => void;
  busy?: boolean;
  onConfirm?: () => void;
  children?: ReactNode;
}

/** The text is rendered as plain text only. */
export function NotificationDialog({
  title,
  text,
  sentAt,
  onClose,
  busy = false,
  onConfirm,
  children,
}: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Dialog onClose={onClose} title={title} size={560}>
      <Text size="xs" c="dimmed" mb="xs">
        {formatMoment(sentAt, language)}
      </Text>
      <Text className={classes.text}>{text}</Text>
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        {onConfirm ? (
          <Button data-autofocus loading={busy} onClick={onConfirm}>
            {t('notify.confirm')}
          </Button>
        ) : null}
      </Group>
    </Dialog>
  );
}
