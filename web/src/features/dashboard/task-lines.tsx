import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { TaskProgress } from '@/components/screening/task-progress';
import { TaskStateBadge } from '@/components/screening/task-state-badge';
import { DOWNLOAD_PARAM, paths, taskPath } from '@/config/paths';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { hitRate } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
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
  const mayExport = useHasPermission()('task/export');
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
        <Text c="dimmed">{t('dashboard.no_recent')}</Text>
      ) : (
        <ul className={classes.tasks}>
          {tasks.map((task) => {
            const rate = hitRate(task);
            return (
              <li key={task.id}>
                <div className={classes.taskHead}>
                  <Anchor
                    component={Link}
                    to={taskPath(task.id)}
                    fw={500}
                    className={classes.taskName}
                    title={task.name}
                  >
                    {task.name || `#${task.id}`}
                  </Anchor>
                  <TaskStateBadge task={task} />
                  {kind === 'recent' && task.ready && mayExport ? (
                    <Button
                      component={Link}
                      to={`${taskPath(task.id)}?${DOWNLOAD_PARAM}=1`}
                      size="compact-xs"
                      variant="default"
                      leftSection={<IconDownload size={14} stroke={1.6} />}
                      aria-label={t('dashboard.download_of', { name: task.name || `#${task.id}` })}
                    >
                      {t('dashboard.download')}
                    </Button>
                  ) : null}
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
