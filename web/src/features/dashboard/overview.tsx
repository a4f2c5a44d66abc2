/** What runs, what was used and what needs attention. */
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import type { Dashboard } from '@/lib/screening/types';
import { SUMMARY_KEY } from '@/lib/screening/task-keys';
import { useTaskNews } from '@/lib/screening/use-task-news';
import type { UserInfo } from '@/lib/session/session-store';
import { useMay } from '@/lib/session/use-may';
import { AccountFacts } from './account-facts';
import { fetchSummary } from './api/summary';
import { ChannelHealth } from './channel-health';
import { FirstSteps } from './first-steps';
import { MonthFigures } from './month-figures';
import { Notices } from './notices';
import { QuickLinks } from './quick-links';
import { TaskLines } from './task-lines';
import classes from './dashboard.module.css';

const UsageChart = lazy(() => import('./usage-chart'));

/** The queue and the days move by themselves. */
const SUMMARY_POLL_MS = 30_000;

export default function Overview({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const maySee = useMay()('task/list');
  const query = useQuery({
    queryKey: [SUMMARY_KEY],
    queryFn: ({ signal }) => fetchSummary(signal),
    enabled: maySee,
    refetchInterval: SUMMARY_POLL_MS,
    meta: { viewPath: pathname },
  });
  const summary = query.data;
  useTaskNews(SUMMARY_KEY, (summary?.running.length ?? 0) > 0);
  const hasTasks = summary ? summary.running.length + summary.recent.length > 0 : false;
  return (
    <>
      {summary ? <MonthFigures summary={summary} /> : null}
      {query.isLoading ? <Skeleton height={84} mb="md" /> : null}
      <div className={classes.columns}>
        <div className={classes.stack}>
          {query.isLoading ? <Skeleton height={220} /> : <FirstSteps user={user} hasTasks={hasTasks} />}
          {query.isError ? (
            <ErrorState message={t('dashboard.summary_failed')} onRetry={() => void query.refetch()} />
          ) : null}
          {summary ? <Work summary={summary} nowSeconds={query.dataUpdatedAt / 1000} /> : null}
          <QuickLinks />
        </div>
        <div className={classes.stack}>
          <Notices />
          {summary?.operator ? <ChannelHealth channels={summary.operator.channels} /> : null}
          <AccountFacts user={user} />
        </div>
      </div>
    </>
  );
}

function Work({ summary, nowSeconds }: { summary: Dashboard; nowSeconds: number }) {
  const { t } = useTranslation();
  const { running, recent, days } = summary;
  // Somebody who has never run anything is told what to do first instead.
  if (running.length + recent.length + days.length === 0) return null;
  return (
    <>
      <TaskLines kind="running" tasks={running} />
      <SectionCard title={t('dashboard.usage')}>
        {days.length === 0 ? (
          <Text c="dimmed">{t('dashboard.usage_empty')}</Text>
        ) : (
          <Suspense fallback={<Skeleton height={250} />}>
            <UsageChart days={days} nowSeconds={nowSeconds} />
          </Suspense>
        )}
      </SectionCard>
      <TaskLines kind="recent" tasks={recent} />
    </>
  );
}
