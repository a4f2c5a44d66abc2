import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { requestFromShell } from '@/lib/page-requests';
import { showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import type { Step } from './figures';
import classes from './dashboard.module.css';

const LINKS = { task: paths.newTask, password: paths.security, invite: paths.myInvite } as const;

/** Suggestions for accounts without points or tasks. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const payable = useSessionStore(({ user }) => user?.top_up === true);
  return (
    <SectionCard title={t('dashboard.first_steps')}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            <Text fw={600}>{t(`dashboard.steps.${step}.title`)}</Text>
            <Text c="dimmed">
              {step === 'points' && !payable
                ? t('dashboard.steps.points.ask')
                : t(`dashboard.steps.${step}.text`)}
            </Text>
            {step === 'points' ? (
              <TopUp />
            ) : (
              <Anchor component={Link} to={LINKS[step]} fz="sm">
                {t(`dashboard.steps.${step}.action`)}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </SectionCard>
  );
}

function TopUp() {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  const what = user && showsTopUp(user) ? 'points' : user && showsQuotaTopUp(user) ? 'quota' : null;
  if (!what) return null;
  return (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      onClick={() => requestFromShell({ kind: 'top_up', what })}
    >
      {t(what === 'points' ? 'shell.top_up' : 'shell.top_up_quota')}
    </Anchor>
  );
}
