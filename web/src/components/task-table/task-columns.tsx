import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { TaskProgress } from '@/components/screening/task-progress';
import { TaskStateBadge } from '@/components/screening/task-state-badge';
import { taskPath } from '@/config/paths';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import { hitRate } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { formatMoment } from '@/lib/time';
import classes from './task-table.module.css';

interface Options {
  /** Show whose tasks they are. */
  staff: boolean;
  withProjects: boolean;
}

export function useTaskColumns({ staff, withProjects }: Options): readonly Column<TaskView>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return [
    {
      id: 'name',
      title: t('tasks.name'),
      fixed: true,
      cell: (task) => (
        <>
          <span className={classes.nameCell}>
            <Anchor component={Link} to={taskPath(task.id)} fw={500} className={classes.taskName}>
              {task.name || t('tasks.number', { id: task.id })}
            </Anchor>
            {task.sample ? (
              <Badge variant="light" color="gray" tt="none" fw={500}>
                {t('tasks.sample')}
              </Badge>
            ) : null}
            <Text span size="xs" c="dimmed">
              #{task.id}
            </Text>
          </span>
          {task.note ? (
            <Text size="xs" c="dimmed" lineClamp={1} className={classes.note} title={task.note}>
              {task.note}
            </Text>
          ) : null}
        </>
      ),
    },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('tasks.account'),
            cell: ({ username, uid }: TaskView) => t('tasks.account_line', { username, uid }),
          },
        ]
      : []),
    {
      id: 'state',
      title: t('tasks.state'),
      beside: true,
      cell: (task) => <TaskStateBadge task={task} />,
    },
    { id: 'progress', title: t('tasks.progress'), cell: (task) => <TaskProgress task={task} /> },
    ...(withProjects
      ? [
          {
            id: 'project',
            title: t('tasks.project'),
            cell: ({ checks, mode }: TaskView) => {
              const names = checks.map(({ name }) => name);
              return (
                <>
                  <TruncatedText
                    text={mode === 'waterfall' ? names.join(' → ') : joinNames(language, names)}
                  />
                  {mode === 'single' ? null : (
                    <Text span size="xs" c="dimmed">
                      {` ${labels.mode(mode)}`}
                    </Text>
                  )}
                </>
              );
            },
          },
        ]
      : []),
    { id: 'numbers', title: t('tasks.numbers'), numeric: true, cell: ({ total }) => whole.format(total) },
    {
      id: 'hit_rate',
      title: t('tasks.hit_rate'),
      numeric: true,
      cell: (task) => {
        const rate = hitRate(task);
        return rate === null ? '—' : percent.format(rate);
      },
    },
    {
      id: 'charged',
      title: t('tasks.charged'),
      numeric: true,
      cell: ({ charged }) => points.sum(charged),
    },
    {
      id: 'created_at',
      title: t('tasks.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
  ];
}
