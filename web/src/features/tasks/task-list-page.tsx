import { Button } from '@mantine/core';
import { IconPlus, IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { Selected } from '@/components/data-table/selection';
import type { TableRules } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { useTableState } from '@/components/data-table/use-table-state';
import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { PageHeader } from '@/components/page/page-header';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { listTasks } from './api/list-tasks';
import { TaskBulkActions } from './task-bulk-actions';
import { useTaskColumns } from './task-columns';
import { TASK_FILTERS } from './task-filter';
import { useTaskFields } from './use-task-fields';

const SchedulesDialog = lazyDialog(
  'schedules dialog',
  () => import('./schedules-dialog'),
  ({ onClose }) => onClose(),
);
const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: [],
  filters: TASK_FILTERS,
};

export default function TaskListPage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'all_tasks' : 'my_tasks');
  const may = useHasPermission();
  const mayCreate = may('task/create');
  const mayEdit = may('task/edit');
  const [selected, setSelected] = useState<Selected>(new Set());
  const [schedules, setSchedules] = useState(false);
  const [state, setState] = useTableState(RULES);
  const query = useTableQuery(TASK_LIST_KEY, state, listTasks);
  useTaskUpdates(TASK_LIST_KEY, query.data?.items.some((task) => task.state === 'running') ?? false);
  const start = mayCreate ? (
    <Button component={Link} to={paths.newTask} leftSection={<IconPlus size={16} stroke={1.6} />}>
      {t('tasks.new')}
    </Button>
  ) : null;
  const empty = useEmptyText(state, setState, {
    title: t('tasks.empty'),
    ...(mayCreate ? { hint: t('tasks.empty_hint'), action: start } : {}),
  });
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('tasks.all') : t('tasks.own')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRepeat size={16} stroke={1.6} />}
              onClick={() => setSchedules(true)}
            >
              {t('schedules.open')}
            </Button>
            {start}
          </>
        }
      />
      {schedules ? <SchedulesDialog staff={staff} onClose={() => setSchedules(false)} /> : null}
      <DataTable
        name="tasks"
        label={title}
        columns={useTaskColumns(staff)}
        rowKey={({ id }) => id}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        filters={<FieldFilters fields={useTaskFields(staff)} state={state} onChange={setState} />}
        empty={empty}
        {...(mayEdit
          ? {
              selection: {
                selected,
                onChange: setSelected,
                actions: <TaskBulkActions selected={selected} onChange={setSelected} />,
              },
            }
          : {})}
      />
    </>
  );
}
