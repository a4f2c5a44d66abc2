import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import type { Dashboard } from '@/lib/screening/types';
import { SUMMARY_KEY, useTaskNews } from '@/lib/screening/use-task-news';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { useMay } from '@/lib/session/use-may';
import { toast } from '@/lib/toast';
import { AccountFacts } from './account-facts';
import { AccountFigures } from './account-figures';
import { fetchSummary } from './api/summary';
import { ChannelHealth } from './channel-health';
import { FirstSteps } from './first-steps';
import { Notices } from './notices';
import { QuickLinks } from './quick-links';
import { TaskLines } from './task-lines';
import classes from './dashboard.module.css';

const UsageChart = lazy(() => import('./usage-chart'));

/** The queue and the days move by themselves. */
const SUMMARY_POLL_MS = 30_000;

export default function DashboardPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const may = useMay();
  const user = useSessionStore((session) => session.user);
  const summary = useQuery({
    queryKey: [SUMMARY_KEY],
    queryFn: ({ signal }) => fetchSummary(signal),
    enabled: may('task/list'),
    refetchInterval: SUMMARY_POLL_MS,
    meta: { viewPath: pathname },
  });
  useTaskNews(SUMMARY_KEY, (summary.data?.running.length ?? 0) > 0);
  const refresh = useMutation({
    mutationFn: () => Promise.all([refreshUser(), may('task/list') ? summary.refetch() : null]),
    onError: (reason) => toast.error(reason.message || t('errors.error')),
  });
  if (!user) return null;
  const hasTasks = summary.data ? summary.data.running.length + summary.data.recent.length > 0 : false;
  return (
    <>
      <PageHeader
        title={t('dashboard.greeting', { name: user.name })}
        description={t('dashboard.description')}
        actions={
          <>
            <Tooltip label={t('dashboard.refresh')}>
              <ActionIcon
                variant="default"
                size={34}
                aria-label={t('dashboard.refresh')}
                loading={refresh.isPending}
                onClick={() => refresh.mutate()}
              >
                <IconRefresh size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            {may('task/create') ? (
              <Button component={Link} to={paths.newTask} leftSection={<IconPlus size={16} stroke={1.6} />}>
                {t('dashboard.new_task')}
              </Button>
            ) : null}
          </>
        }
      />
      <AccountFigures user={user} summary={summary.data} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          {summary.isLoading ? <Skeleton height={220} /> : <FirstSteps user={user} hasTasks={hasTasks} />}
          {summary.isError ? (
            <ErrorState message={t('dashboard.summary_failed')} onRetry={() => void summary.refetch()} />
          ) : null}
          {summary.data ? <Work summary={summary.data} nowSeconds={summary.dataUpdatedAt / 1000} /> : null}
          <QuickLinks />
        </div>
        <div className={classes.stack}>
          <Notices />
          {summary.data?.operator ? <ChannelHealth channels={summary.data.operator.channels} /> : null}
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
