import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { TaskProgress } from '@/components/screening/task-progress';
import { TaskStateBadge } from '@/components/screening/task-state-badge';
import { paths, taskPath } from '@/config/paths';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { hitRate } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';
import classes from './dashboard.module.css';

interface Props {
  kind: 'running' | 'recent';
  tasks: readonly TaskView[];
}

/** A short list of tasks with progress or result. */
export function TaskLines({ kind, tasks }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <SectionCard
      title={t(`dashboard.${kind}`)}
      aside={
        <Anchor component={Link} to={paths.tasks} fz="sm">
          {t('dashboard.all_tasks')}
        </Anchor>
      }
    >
      {tasks.length === 0 ? (
        <Text c="dimmed">{kind === 'running' ? t('dashboard.none_running') : t('dashboard.no_recent')}</Text>
      ) : (
        <ul className={classes.tasks}>
          {tasks.map((task) => {
            const rate = hitRate(task);
            return (
              <li key={task.id}>
                <div className={classes.taskHead}>
                  <Anchor component={Link} to={taskPath(task.id)} fw={500} className={classes.taskName}>
                    {task.name || `#${task.id}`}
                  </Anchor>
                  <TaskStateBadge task={task} />
                </div>
                {kind === 'running' ? (
                  <TaskProgress task={task} />
                ) : (
                  <Text size="xs" c="dimmed" className={classes.taskLine}>
                    {[
                      joinNames(
                        language,
                        task.checks.map(({ name }) => name),
                      ),
                      t('dashboard.recent_numbers', { n: whole.format(task.total), count: task.total }),
                      ...(rate === null ? [] : [t('dashboard.recent_rate', { rate: percent.format(rate) })]),
                      formatMoment(task.finished_at ?? task.created_at, language),
                    ].join(' · ')}
                  </Text>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </SectionCard>
  );
}
