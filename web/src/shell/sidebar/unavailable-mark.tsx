import { VisuallyHidden } from '@mantine/core';
import { IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './sidebar.module.css';

/** Marks a project that nobody can answer. Only staff see such projects. */
export function UnavailableMark() {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} title={t('shell.no_channel')}>
      <IconPlugOff size={14} stroke={1.6} aria-hidden />
      <VisuallyHidden>{t('shell.no_channel')}</VisuallyHidden>
    </span>
  );
}
