import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListView } from '@/lib/screening/list-types';
import type { Plan } from '@/lib/screening/plan';
import type { Quote } from '@/lib/screening/types';
import { useSessionStore } from '@/lib/session/session-store';
import { quoteOptions } from '../api/tasks';

/** What the task costs. Not asked for while the list is being read. */
export function useQuote({ id, state, numbers }: ListView, plan: Plan): UseQueryResult<Quote> {
  const balance = useSessionStore(({ user }) => `${user?.balance ?? 0}/${user?.credit ?? 0}`);
  const request = { list: id, mode: plan.mode, checks: [...plan.checks] };
  return useQuery({ ...quoteOptions(request, balance), enabled: state === 'ready' && numbers > 0 });
}
