import { Button } from '@mantine/core';
import { IconPlus, IconRepeat } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { PageHeader } from '@/components/page/page-header';
import { prefetchTasks, TaskTable } from '@/components/task-table/task-table';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { TaskBulkActions } from './task-bulk-actions';

const SchedulesDialog = lazyDialog(
  'schedules dialog',
  () => import('./schedules-dialog'),
  ({ onClose }) => onClose(),
);

export function prefetch(queryClient: QueryClient, { search }: { search: string }): void {
  prefetchTasks(queryClient, search);
}

export default function TaskListPage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'all_tasks' : 'my_tasks');
  const may = useHasPermission();
  const mayCreate = may('task/create');
  const [schedules, setSchedules] = useState(false);
  const start = mayCreate ? (
    <Button component={Link} to={paths.newTask} leftSection={<IconPlus size={16} stroke={1.6} />}>
      {t('tasks.new')}
    </Button>
  ) : null;
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
      <TaskTable
        name="tasks"
        label={title}
        empty={{
          title: t('tasks.empty'),
          ...(mayCreate ? { hint: t('tasks.empty_hint'), action: start } : {}),
        }}
        {...(may('task/edit') ? { BulkActions: TaskBulkActions } : {})}
      />
    </>
  );
}
