import { Alert, Button, Code, CopyButton, Group, Modal, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './copy.module.css';

interface Props {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** A password that nobody can be shown again: a stray click must not close it. */
export function OneTimePassword({ title, username, password, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={460}
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text c="dimmed" size="xs" mb={4}>
        {t('form.one_time_password')}
      </Text>
      <Code className={classes.secret} data-testid="one-time-password">
        {password}
      </Code>
      <Alert mt="sm" color="yellow" icon={<IconKey size={18} stroke={1.6} />}>
        {t('form.one_time_hint', { name: username })}
      </Alert>
      <Group justify="flex-end" mt="md" gap="xs">
        <CopyButton value={password}>
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
    </Modal>
  );
}
