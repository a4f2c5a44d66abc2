import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/page-header';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { AccountFigures } from './account-figures';
import { AccountFacts } from './account-facts';
import { FirstSteps } from './first-steps';
import { QuickLinks } from './quick-links';
import classes from './dashboard.module.css';

export default function DashboardPage() {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  const refresh = useMutation({
    mutationFn: refreshUser,
    onError: (reason) => toast.error(reason.message || t('errors.error')),
  });
  if (!user) return null;
  return (
    <>
      <PageHeader
        title={t('dashboard.greeting', { name: user.name })}
        description={t('dashboard.description')}
        actions={
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
        }
      />
      <AccountFigures user={user} />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <FirstSteps user={user} />
          <QuickLinks />
        </div>
        <AccountFacts user={user} />
      </div>
    </>
  );
}
