import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

interface Props {
  message: string;
  onRetry: () => void;
  fullScreen?: boolean;
}

export function ErrorState({ message, onRetry, fullScreen = false }: Props) {
  const { t } = useTranslation();
  return (
    <Stack role="alert" className={fullScreen ? classes.fullScreen : classes.state} align="center" gap="sm">
      <span className={classes.stateIcon} data-tone="error">
        <IconAlertTriangle size={22} stroke={1.7} />
      </span>
      <Text fw={600}>{message}</Text>
      <Text c="dimmed" ta="center">
        {t('errors.try_again_hint')}
      </Text>
      <Button variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Stack>
  );
}
