import { Button, Code, Stack, Text } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

/** Shown if the menu contains a page that this version of the console does not have. */
export function NewerVersionNeeded({ view }: { view: string }) {
  const { t } = useTranslation();
  return (
    <Stack className={classes.state} align="center" gap="xs">
      <span className={classes.stateIcon}>
        <IconPackage size={22} stroke={1.6} />
      </span>
      <Text component="h1" size="md" fw={600}>
        {t('errors.newer_version_title')}
      </Text>
      <Text c="dimmed" ta="center" maw={420}>
        {t('errors.newer_version_hint')}
      </Text>
      <Code>{view}</Code>
      <Button mt="xs" variant="default" onClick={() => window.location.reload()}>
        {t('common.reload')}
      </Button>
    </Stack>
  );
}
