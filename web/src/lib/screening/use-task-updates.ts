import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLiveEvent, useLiveConnection } from '@/lib/events/live-events';
import { readTaskEvent, applyTaskEvent } from './task-events';
import { SUMMARY_KEY, TASK_KEY, TASK_LIST_KEY } from './task-keys';
import type { Dashboard, TaskEvent, TaskView } from './types';

const POLL_MS = 3_000;

/** Keeps the tasks on the page up to date with events, or by polling if there is no event connection. */
export function useTaskUpdates(key: string, moving: boolean): void {
  const queryClient = useQueryClient();
  const connected = useLiveConnection((live) => live.connected);
  useEffect(
    () =>
      onLiveEvent('task', (data) => {
        const news = readTaskEvent(data);
        if (news) tell(queryClient, news);
      }),
    [queryClient],
  );
  // A channel stopped working or works again, so tasks may wait or go on.
  useEffect(
    () =>
      onLiveEvent('channel', () => {
        for (const queryKey of [[TASK_KEY], [TASK_LIST_KEY], [SUMMARY_KEY]]) {
          void queryClient.invalidateQueries({ queryKey });
        }
      }),
    [queryClient],
  );
  useEffect(() => {
    if (connected || !moving) return undefined;
    // If a fetch is still pending, wait for it instead of starting another.
    const ask = (): void => void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, [queryClient, connected, moving, key]);
}

/** Updates counts in place. A state change triggers a refetch, because more than the counts changes. */
function tell(queryClient: QueryClient, news: TaskEvent): void {
  let changed = false;
  const update = (task: TaskView): TaskView => {
    if (task.id === news.id && task.state !== news.state) changed = true;
    return applyTaskEvent(task, news);
  };
  queryClient.setQueryData<TaskView>([TASK_KEY, news.id], (task) => task && update(task));
  queryClient.setQueriesData<{ items: readonly TaskView[]; total: number }>(
    { queryKey: [TASK_LIST_KEY] },
    (list) => list && { ...list, items: list.items.map(update) },
  );
  queryClient.setQueryData<Dashboard>(
    [SUMMARY_KEY],
    (summary) =>
      summary && {
        ...summary,
        running: summary.running.map(update),
        recent: summary.recent.map(update),
      },
  );
  if (!changed) return;
  for (const queryKey of [[TASK_KEY, news.id], [TASK_LIST_KEY], [SUMMARY_KEY]]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
