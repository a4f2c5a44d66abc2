import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { doneShare, hasEnded } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import classes from './task-progress.module.css';

type Shown = Pick<TaskView, 'name' | 'state' | 'done' | 'total'>;

/** Progress of a task: a bar and a percentage. */
export function TaskProgress({ task, tall = false }: { task: Shown; tall?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const share = doneShare(task);
  // Rounded down: 100 % means that nothing is left.
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  }).format(share);
  return (
    <span className={classes.progress} data-tall={tall || undefined}>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={t('words.progress_of', { name: task.name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <span
          className={classes.bar}
          data-state={task.state}
          data-moving={!hasEnded(task) && task.state === 'running' ? true : undefined}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className={classes.percent}>{percent}</span>
    </span>
  );
}
