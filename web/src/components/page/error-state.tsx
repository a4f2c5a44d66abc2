import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FORBIDDEN_CODE } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import classes from './page.module.css';

interface Props {
  /** Determines the hint. */
  error?: Error | null;
  /** Shown instead of the error's message. */
  message?: string;
  onRetry: () => void;
  fullScreen?: boolean;
  /** The state is the whole page, so its message is the page's heading. */
  wholePage?: boolean;
}

/** Suggests what to do about an error. */
function hintFor(error: Error | null | undefined) {
  if (!(error instanceof ApiError) || error.isNetwork) return 'errors.try_again_hint';
  return error.code === FORBIDDEN_CODE ? 'errors.forbidden_hint' : 'errors.refused_hint';
}

export function ErrorState({ error, message, onRetry, fullScreen = false, wholePage = false }: Props) {
  const { t } = useTranslation();
  const hint = hintFor(error);
  const Icon = hint === 'errors.forbidden_hint' ? IconLock : IconAlertTriangle;
  return (
    <Stack role="alert" className={fullScreen ? classes.fullScreen : classes.state} align="center" gap="sm">
      <span className={classes.stateIcon} data-tone="error">
        <Icon size={22} stroke={1.7} />
      </span>
      <Text component={wholePage ? 'h1' : 'p'} fw={600}>
        {message ?? (error?.message || t('errors.error'))}
      </Text>
      <Text c="dimmed" ta="center">
        {t(hint)}
      </Text>
      <Button variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Stack>
  );
}
