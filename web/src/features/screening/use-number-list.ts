/** A list, updated while it is being read. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { WORK_POLL_LIVE_MS, WORK_POLL_MS } from '@/config/constants';
import { onLiveEvent, useLiveConnection } from '@/lib/events/live-events';
import type { ListView } from '@/lib/screening/list-types';
import { listOptions } from './api/lists';
import { type ListEvent, readListEvent, applyListEvent } from './list-events';

export function useNumberList(id: number | null): UseQueryResult<ListView> {
  const connected = useLiveConnection((live) => live.connected);
  const queryClient = useQueryClient();
  const query = useQuery({
    ...listOptions(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data?.state === 'analysing' ? (connected ? WORK_POLL_LIVE_MS : WORK_POLL_MS) : false,
  });
  useListEvents((news) => {
    if (news.id !== id) return;
    const key = listOptions(news.id).queryKey;
    if (news.state === 'analysing') {
      queryClient.setQueryData(key, (list) => list && applyListEvent(list, news));
    } else {
      void queryClient.invalidateQueries({ queryKey: key });
    }
  });
  return query;
}

export function useListEvents(onNews: (news: ListEvent) => void): void {
  useEffect(() =>
    onLiveEvent('list', (data) => {
      const news = readListEvent(data);
      if (news) onNews(news);
    }),
  );
}
