/** Running tasks, usage, notifications and channel health. */
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { lazyPart } from '@/components/page/lazy-part';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import type { Dashboard } from '@/lib/screening/types';
import { SUMMARY_KEY } from '@/lib/screening/task-keys';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import type { UserInfo } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { AccountFacts } from './account-facts';
import { fetchSummary } from './api/summary';
import { ChannelHealth } from './channel-health';
import { firstSteps } from './figures';
import { FirstSteps } from './first-steps';
import { MonthFigures } from './month-figures';
import { Notices } from './notices';
import { QuickLinks } from './quick-links';
import { TaskLines } from './task-lines';
import classes from './dashboard.module.css';

const UsageChart = lazyPart('usage chart', () => import('./usage-chart'), {
  loading: () => <Skeleton height={250} />,
});

const SUMMARY_POLL_MS = 30_000;

export default function Overview({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const query = useQuery({
    queryKey: [SUMMARY_KEY],
    queryFn: ({ signal }) => fetchSummary(signal),
    enabled: may('task/list'),
    refetchInterval: SUMMARY_POLL_MS,
  });
  const summary = query.data;
  useTaskUpdates(SUMMARY_KEY, (summary?.running.length ?? 0) > 0);
  const hasTasks = summary ? summary.running.length + summary.recent.length > 0 : false;
  const steps = firstSteps(user, hasTasks, may('task/create'));
  const notices = <Notices key="notices" />;
  const account = <AccountFacts key="account" user={user} />;
  const work = summary ? workCards(summary, query.dataUpdatedAt / 1000) : [];
  const wide = [
    ...(query.isLoading ? [<Skeleton key="loading" height={220} />] : []),
    ...(steps.length > 0 && !query.isLoading && !query.isError
      ? [<FirstSteps key="steps" steps={steps} />]
      : []),
    ...work,
    <QuickLinks key="links" />,
  ];
  const narrow = [
    // With first steps on the left, place the account card next to them.
    ...(work.length === 0 && wide.length > 1 ? [account, notices] : [notices]),
    ...(summary?.operator ? [<ChannelHealth key="channels" channels={summary.operator.channels} />] : []),
    ...(work.length === 0 && wide.length > 1 ? [] : [account]),
  ];
  return (
    <>
      {summary ? <MonthFigures summary={summary} /> : null}
      {query.isLoading ? <Skeleton height={84} mb="md" /> : null}
      {query.isError ? (
        <ErrorState message={t('dashboard.summary_failed')} onRetry={() => void query.refetch()} />
      ) : null}
      <div className={classes.board}>
        <Pairs wide={wide} narrow={narrow} />
      </div>
    </>
  );
}

interface PairsProps {
  wide: readonly ReactElement[];
  narrow: readonly ReactElement[];
}

/** Pairs of cards have equal height. A card without a partner gets the full width. */
function Pairs({ wide, narrow }: PairsProps) {
  const pairs = Math.min(wide.length, narrow.length);
  const alone = narrow.slice(pairs);
  return (
    <>
      {wide.slice(0, pairs).map((card, index) => (
        <div key={card.key} className={classes.pair}>
          {card}
          {narrow[index]}
        </div>
      ))}
      {wide.slice(pairs)}
      {alone.length > 0 ? <div className={classes.equals}>{alone}</div> : null}
    </>
  );
}

function workCards(summary: Dashboard, nowSeconds: number): readonly ReactElement[] {
  const { running, recent, days } = summary;
  // New accounts see the first steps instead.
  if (running.length + recent.length + days.length === 0) return [];
  return [
    <TaskLines key="running" kind="running" tasks={running} />,
    <Usage key="usage" days={days} nowSeconds={nowSeconds} />,
    <TaskLines key="recent" kind="recent" tasks={recent} />,
  ];
}

function Usage({ days, nowSeconds }: { days: Dashboard['days']; nowSeconds: number }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('dashboard.usage')}>
      {days.length === 0 ? (
        <Text c="dimmed">{t('dashboard.usage_empty')}</Text>
      ) : (
        <UsageChart days={days} nowSeconds={nowSeconds} />
      )}
    </SectionCard>
  );
}
