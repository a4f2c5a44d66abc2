import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './copy.module.css';
import { Dialog } from '@/components/dialog/dialog';

interface Props {
  title: string;
  label: string;
  secret: string;
  hint: string;
  onClose: () => void;
  testId?: string;
}

/** A secret that is shown only once. Clicking outside must not close the dialog. */
export function OneTimeSecret({ title, label, secret, hint, onClose, testId }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={title} size={460} closeOnClickOutside={false} closeOnEscape={false}>
      <Text c="dimmed" size="xs" mb={4}>
        {label}
      </Text>
      <Code className={classes.secret} data-testid={testId}>
        {secret}
      </Code>
      <Alert mt="sm" color="yellow" icon={<IconKey size={18} stroke={1.6} />}>
        {hint}
      </Alert>
      <Group justify="flex-end" mt="md" gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? t('common.copied') : t('form.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('form.done')}</Button>
      </Group>
    </Dialog>
  );
}
