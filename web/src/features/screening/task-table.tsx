/** A table of tasks with name, state, progress and price. */
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import { type TableRules, withFilters } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { useTableState } from '@/components/data-table/use-table-state';
import { TaskProgress } from '@/components/screening/task-progress';
import { TaskStateBadge } from '@/components/screening/task-state-badge';
import { taskPath } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import { hasEnded } from '@/lib/screening/task-events';
import { TASK_STATES, type TaskMode, type TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import { listTasks } from './api/list-tasks';

const RULES: TableRules = { defaultSize: 10, sizes: [10, 20, 50], sortable: [], filters: ['state'] };

interface Props {
  name: string;
  label: string;
  /** Only tasks of one project or mode. */
  within: { project: string } | { mode: TaskMode };
  /** Show the projects of aggregated tasks. */
  withProjects?: boolean;
  emptyAction?: ReactNode;
}

export function TaskTable({ name, label, within, withProjects = false, emptyAction }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [state, setState] = useTableState(RULES);
  const query = useTableQuery(TASK_LIST_KEY, withFilters(state, { ...state.filters, ...within }), listTasks);
  const empty = useEmptyText(state, setState, {
    title: t('screening.tasks.empty'),
    hint: t('screening.tasks.empty_hint'),
    action: emptyAction,
  });
  useTaskUpdates(TASK_LIST_KEY, query.data?.items.some((task) => !hasEnded(task)) ?? false);
  return (
    <DataTable
      name={name}
      label={label}
      columns={useTaskColumns(withProjects)}
      rowKey={({ id }) => id}
      query={query}
      rules={RULES}
      state={state}
      onChange={setState}
      filters={
        <FieldFilters
          fields={[
            {
              name: 'state',
              label: t('screening.tasks.state'),
              options: [
                { value: '', label: t('screening.tasks.all_states') },
                ...TASK_STATES.map((value) => ({ value, label: labels.taskState(value) })),
              ],
            },
          ]}
          state={state}
          onChange={setState}
        />
      }
      empty={empty}
    />
  );
}

function useTaskColumns(withProjects: boolean): readonly Column<TaskView>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const count = new Intl.NumberFormat(language);
  return [
    {
      id: 'name',
      title: t('screening.tasks.name'),
      fixed: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} to={taskPath(id)} fw={500} fz="inherit">
          {name}
        </Anchor>
      ),
    },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('screening.tasks.account'),
            cell: ({ username, uid }: TaskView) => t('screening.tasks.account_line', { username, uid }),
          },
        ]
      : []),
    ...(withProjects
      ? [
          {
            id: 'projects',
            title: t('screening.tasks.projects'),
            cell: ({ checks, mode }: TaskView) => (
              <>
                {checks.map((check) => check.name).join(mode === 'waterfall' ? ' → ' : ' + ')}
                <Text span size="xs" c="dimmed">
                  {` ${labels.mode(mode)}`}
                </Text>
              </>
            ),
          },
        ]
      : []),
    {
      id: 'state',
      title: t('screening.tasks.state'),
      beside: true,
      cell: (task) => <TaskStateBadge task={task} />,
    },
    {
      id: 'progress',
      title: t('screening.tasks.progress'),
      cell: (task) => <TaskProgress task={task} />,
    },
    {
      id: 'total',
      title: t('screening.tasks.numbers'),
      numeric: true,
      cell: ({ total }) => count.format(total),
    },
    {
      id: 'hits',
      title: t('screening.tasks.hits'),
      numeric: true,
      cell: ({ hits }) => count.format(hits),
    },
    {
      id: 'charged',
      title: t('screening.tasks.charged'),
      numeric: true,
      cell: ({ charged, sample }) => (sample ? t('screening.tasks.sample') : points.sum(charged)),
    },
    {
      id: 'created_at',
      title: t('screening.tasks.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
  ];
}
