import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lazyPart } from '@/components/page/lazy-part';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { paths } from '@/config/paths';
import { loadMessages } from '@/lib/i18n/i18n';
import { SUMMARY_KEY } from '@/lib/screening/task-keys';
import { isStaff } from '@/lib/session/account';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { AccountFigures } from './account-figures';
import { summaryOptions } from './api/summary';

// The dashboard. Account data is shown immediately, the rest loads afterwards.
const Overview = lazyPart('dashboard overview', () => import('./overview'), {
  loading: () => <PageSkeleton />,
});

const SetupCard = lazyPart('setup card', async () => {
  const [card] = await Promise.all([import('./setup-card'), loadMessages('admin')]);
  return card;
});

export function prefetch(queryClient: QueryClient): void {
  Overview.preload();
  if (useSessionStore.getState().permissions.has('task/list')) {
    void queryClient.prefetchQuery(summaryOptions());
  }
}

export default function DashboardPage() {
  const { t } = useTranslation();
  const may = useHasPermission();
  const mayCreate = may('task/create');
  const queryClient = useQueryClient();
  const user = useSessionStore((session) => session.user);
  const refresh = useMutation({
    mutationFn: () =>
      Promise.all([refreshUser(), queryClient.invalidateQueries({ queryKey: [SUMMARY_KEY] })]),
  });
  if (!user) return null;
  return (
    <>
      <PageHeader
        title={t('dashboard.greeting', { name: user.name })}
        description={t(isStaff(user) ? 'dashboard.description_staff' : 'dashboard.description')}
        actions={
          <>
            <Tooltip label={t('dashboard.refresh')}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={t('dashboard.refresh')}
                loading={refresh.isPending}
                onClick={() => refresh.mutate()}
              >
                <IconRefresh size={17} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
            {mayCreate ? (
              <Button component={Link} to={paths.newTask} leftSection={<IconPlus size={16} stroke={1.6} />}>
                {t('dashboard.new_task')}
              </Button>
            ) : null}
          </>
        }
      />
      {may('system/setup') ? <SetupCard /> : null}
      <AccountFigures user={user} />
      <Overview user={user} />
    </>
  );
}
