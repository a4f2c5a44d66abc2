import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLiveEvent, useLive } from '@/lib/events/live';
import { readTaskEvent, withNews } from './task-events';
import { SUMMARY_KEY, TASK_KEY, TASK_LIST_KEY } from './task-keys';
import type { Dashboard, TaskEvent, TaskView } from './types';

const POLL_MS = 3_000;

/** While a page that shows tasks is on the screen, they move. Without the server's events it asks now and then. */
export function useTaskNews(key: string, moving: boolean): void {
  const queryClient = useQueryClient();
  const connected = useLive((live) => live.connected);
  useEffect(
    () =>
      onLiveEvent('task', (data) => {
        const news = readTaskEvent(data);
        if (news) tell(queryClient, news);
      }),
    [queryClient],
  );
  useEffect(() => {
    if (connected || !moving) return undefined;
    // An answer that takes longer than that is waited for.
    const ask = (): void => void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, [queryClient, connected, moving, key]);
}

/** Counts are put in place; a change of state is asked for, since more than counts changes with it. */
function tell(queryClient: QueryClient, news: TaskEvent): void {
  let changed = false;
  const update = (task: TaskView): TaskView => {
    if (task.id === news.id && task.state !== news.state) changed = true;
    return withNews(task, news);
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
