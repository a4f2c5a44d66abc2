import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FORBIDDEN_CODE } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import classes from './page.module.css';

interface Props {
  /** What went wrong; says what can be done about it. */
  error?: Error | null;
  /** Said instead of the error's own words. */
  message?: string;
  onRetry: () => void;
  fullScreen?: boolean;
  /** It is all that the page shows, so that what it says is the page's title. */
  wholePage?: boolean;
}

/** What the reader can do about an error. */
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
