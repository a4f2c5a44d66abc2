import { Alert, Badge, Button, Text } from '@mantine/core';
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { Later } from '@/components/page/later';
import { lazyPart } from '@/components/page/lazy-part';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { TaskStateBadge } from '@/components/screening/task-state-badge';
import { NOT_FOUND_CODE } from '@/config/constants';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api/envelope';
import { boot } from '@/lib/boot';
import { useLiveConnection } from '@/lib/events/live-events';
import { wholeNumber } from '@/lib/filter-values';
import type { TaskView } from '@/lib/screening/types';
import { taskOptions } from '@/lib/screening/get-task';
import { TASK_KEY } from '@/lib/screening/task-keys';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import { hasEnded } from '@/lib/screening/task-events';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { ExportHistory } from './export-history';
import { actionsFor } from './task-actions';
import { TaskButtons } from './task-buttons';
import { TaskFacts } from './task-facts';
import { useReadyLater } from '@/lib/use-ready-later';
import { useTabLabel } from '@/lib/use-tab-label';
import { TaskResults } from './task-results';
import { TaskRun } from './task-run';
import { useTaskActions } from './use-task-actions';
import { TaskStatement } from './task-statement';
import { WaitingNote } from './waiting-note';
import classes from './tasks.module.css';

/** Poll interval for held and refundable points, which are not part of the events. */
const MOVING_POLL_MS = 4_000;
const TaskComparison = lazyPart('task comparison', () => import('./task-comparison'));
const ResultLinks = lazyPart('result links', () => import('./result-links'));
const REASONS = ['too_many_unknown', 'unprocessed', 'provider_failures'] as const;

export function prefetch(queryClient: QueryClient, { pathname }: { pathname: string }): void {
  const id = wholeNumber(pathname.split('/').at(-1));
  if (id !== null) void queryClient.prefetchQuery(taskOptions(id));
}

export default function TaskDetailPage() {
  const { t } = useTranslation();
  const id = wholeNumber(useParams().id) ?? 0;
  const connected = useLiveConnection((live) => live.connected);
  const query = useQuery({
    ...taskOptions(id),
    refetchInterval: ({ state }) => (state.data?.state === 'running' && connected ? MOVING_POLL_MS : false),
  });
  useTaskUpdates(TASK_KEY, query.data?.state === 'running');
  const back = (
    <Button
      component={Link}
      to={paths.tasks}
      variant="default"
      mt="xs"
      leftSection={<IconArrowLeft size={16} stroke={1.6} />}
    >
      {t('tasks.to_list')}
    </Button>
  );
  const ready = useReadyLater(!query.isPending);
  if (query.isPending || !ready) return <PageSkeleton />;
  const missing = query.error instanceof ApiError && query.error.code === NOT_FOUND_CODE;
  if (query.isLoadingError || missing) {
    return (
      <>
        <PageHeader title={t('tasks.number', { id })} />
        {missing ? (
          <EmptyState title={t('tasks.not_found')} hint={t('tasks.not_found_hint')} action={back} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  }
  return <Detail task={query.data} seenAtMs={query.dataUpdatedAt} />;
}

function Detail({ task, seenAtMs }: { task: TaskView; seenAtMs: number }) {
  const { t } = useTranslation();
  const title = task.name || t('tasks.number', { id: task.id });
  useTabLabel(title);
  const may = useHasPermission();
  const owned = useSessionStore(({ user }) => user?.uid === task.uid && user.switching !== 1);
  const shareable =
    boot.share_results && owned && may('task/export') && task.ready && hasEnded(task) && !task.sample;
  return (
    <>
      <PageHeader
        title={title}
        description={task.checks.map(({ name }) => name).join(' · ')}
        beside={
          <>
            <TaskStateBadge task={task} />
            {task.sample ? (
              <Badge variant="light" color="gray" tt="none" fw={500}>
                {t('tasks.sample')}
              </Badge>
            ) : null}
          </>
        }
        actions={<TaskButtons task={task} />}
      />
      <div className={classes.sections}>
        {task.note ? (
          <Text className={classes.note} data-testid="task-note">
            {task.note}
          </Text>
        ) : null}
        <Notice task={task} />
        {task.waiting ? <WaitingNote waiting={task.waiting} /> : null}
        <TaskRun task={task} seenAtMs={seenAtMs} />
        <Later>
          {task.previous === null ? null : <TaskComparison task={task} />}
          <TaskResults task={task} />
        </Later>
        <Later after={2}>
          <div className={classes.bottom}>
            {task.sample ? null : <TaskStatement task={task} />}
            <TaskFacts task={task} />
            {task.ready ? <ExportHistory task={task} /> : null}
            {shareable ? <ResultLinks task={task} /> : null}
          </div>
        </Later>
      </div>
    </>
  );
}

/** Explains why the task is not running, or what failed. */
function Notice({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const known = REASONS.find((reason) => reason === task.reason);
  const text =
    task.state === 'paused'
      ? t('tasks.paused_note')
      : known
        ? t(`tasks.reasons.${known}`)
        : task.reason
          ? t('tasks.reasons.other', { reason: task.reason })
          : null;
  const { busy, rerun } = useTaskActions(task);
  const offered =
    task.reason === 'provider_failures' &&
    actionsFor(task, may('task/edit'), may('task/create')).includes('rerun');
  if (text === null) return null;
  return (
    <Alert
      color={task.state === 'stopped' ? 'red' : 'yellow'}
      icon={<IconInfoCircle size={18} stroke={1.6} />}
    >
      {text}
      {offered ? (
        <div>
          <Button size="compact-sm" variant="default" mt="xs" loading={busy === 'rerun'} onClick={rerun}>
            {t('tasks.rerun')}
          </Button>
        </div>
      ) : null}
    </Alert>
  );
}
