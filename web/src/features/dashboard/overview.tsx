/** Running tasks, usage, notifications and channel health. */
import { Skeleton, Text } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { lazyPart } from '@/components/page/lazy-part';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import type { Dashboard } from '@/lib/screening/types';
import { SUMMARY_KEY } from '@/lib/screening/task-keys';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import { isStaff, showsBalance } from '@/lib/session/account';
import type { UserInfo } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useReadyLater } from '@/lib/use-ready-later';
import { AccountFacts } from './account-facts';
import { noticesOptions } from './api/notices';
import { summaryOptions } from './api/summary';
import { ChannelHealth } from './channel-health';
import { DropList } from './drop-list';
import { firstSteps } from './figures';
import { FirstSteps } from './first-steps';
import { MonthFigures, MonthFiguresLoading } from './month-figures';
import { Notices } from './notices';
import { QuickLinks } from './quick-links';
import { TaskLines } from './task-lines';
import { TopCustomers } from './top-customers';
import classes from './dashboard.module.css';

const UsageChart = lazyPart('usage chart', () => import('./usage-chart'), {
  loading: () => <Skeleton height={250} />,
});

const SUMMARY_POLL_MS = 30_000;

export default function Overview({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const mayList = may('task/list');
  const query = useQuery({
    ...summaryOptions(),
    enabled: mayList,
    refetchInterval: SUMMARY_POLL_MS,
  });
  const ready = useReadyLater(!query.isPending);
  const summary = ready ? query.data : undefined;
  const loading = query.isLoading || (query.isSuccess && !ready);
  useTaskUpdates(SUMMARY_KEY, (summary?.running.length ?? 0) > 0);
  const hasTasks = summary ? summary.running.length + summary.recent.length > 0 : false;
  const steps = firstSteps(user, hasTasks, may('task/create'));
  const staff = isStaff(user) && mayList;
  // Staff see the notices below what the summary brings.
  const early = !(staff && loading);
  usePrefetchQuery(noticesOptions());
  const nowSeconds = query.dataUpdatedAt / 1000;
  const work = summary ? workCards(summary, nowSeconds) : [];
  const wide = [
    ...(loading ? [<Skeleton key="loading" height={220} />] : []),
    ...(steps.length > 0 && !loading && !query.isError ? [<FirstSteps key="steps" steps={steps} />] : []),
    ...work,
    // Staff work with the menu.
    ...(staff ? [] : [<QuickLinks key="links" />]),
  ];
  const narrow = [
    ...(early ? [] : [<Skeleton key="loading" height={480} />]),
    ...(summary?.operator ? [<ChannelHealth key="channels" channels={summary.operator.channels} />] : []),
    ...(summary?.operator?.customers
      ? [<TopCustomers key="customers" customers={summary.operator.customers} nowSeconds={nowSeconds} />]
      : []),
    ...(early ? [<Notices key="notices" />] : []),
    ...(staff ? [] : [<AccountFacts key="account" user={user} />]),
  ];
  return (
    <>
      {summary ? <MonthFigures summary={summary} nowSeconds={nowSeconds} /> : null}
      {loading ? <MonthFiguresLoading staff={staff} /> : null}
      {query.isError ? (
        <ErrorState message={t('dashboard.summary_failed')} onRetry={() => void query.refetch()} />
      ) : null}
      {showsBalance(user) && may('task/create') ? <DropList /> : null}
      {/* What loads is replaced, not moved by what comes. */}
      <div key={early ? 'cards' : 'loading'} className={classes.columns}>
        <div className={classes.board}>{wide}</div>
        <div className={classes.board}>{narrow}</div>
      </div>
    </>
  );
}

function workCards(summary: Dashboard, nowSeconds: number): readonly ReactElement[] {
  const { running, recent, days } = summary;
  // New accounts see the first steps instead.
  if (running.length + recent.length + days.length === 0) return [];
  return [
    ...(running.length > 0 ? [<TaskLines key="running" kind="running" tasks={running} />] : []),
    <TaskLines key="recent" kind="recent" tasks={recent} />,
    <Usage key="usage" days={days} nowSeconds={nowSeconds} />,
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
