import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './system.module.css';

interface Props {
  dirty: boolean;
  busy: boolean;
  onDiscard: () => void;
}

/** Sticky at the bottom of a long form. */
export function SaveBar({ dirty, busy, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} data-bottom-bar>
      <Text className={classes.barText} c="dimmed" role="status">
        {dirty ? t('system.unsaved') : t('system.no_changes')}
      </Text>
      <Button variant="default" disabled={!dirty || busy} onClick={onDiscard}>
        {t('system.reset')}
      </Button>
      <Button type="submit" disabled={!dirty} loading={busy}>
        {t('form.save')}
      </Button>
    </div>
  );
}
