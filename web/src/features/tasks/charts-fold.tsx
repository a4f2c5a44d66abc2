import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boolean } from 'zod/mini';
import { CHARTS_STORAGE_KEY } from '@/config/constants';
import { readStored, writeStored } from '@/lib/storage';
import classes from './tasks.module.css';

/** The charts of a task. Whether they are shown is remembered in this browser. */
export function ChartsFold({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(() => readStored(localStorage, CHARTS_STORAGE_KEY, boolean()) ?? true);
  return (
    <section aria-label={t('tasks.breakdown')}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          writeStored(localStorage, CHARTS_STORAGE_KEY, !open);
          setOpen(!open);
        }}
      >
        <IconChevronDown size={16} stroke={1.6} data-open={open || undefined} aria-hidden />
        {t('tasks.breakdown')}
      </UnstyledButton>
      <div id={id}>{open ? children : null}</div>
    </section>
  );
}
