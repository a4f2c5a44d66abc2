import { Alert, Button, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginHistory } from '@/components/logins/login-history';
import { SessionFactsList } from '@/components/logins/session-facts';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { SectionCard } from '@/components/page/section-card';
import { useTitle } from '@/lib/i18n/use-title';
import { useSessionStore } from '@/lib/session/session-store';
import ChangePasswordDialog from '../change-password-dialog';
import { OwnAllowances } from './own-allowances';
import { PasskeySection } from './passkey-section';
import { securityOptions, type Security } from './security-calls';
import { TotpSection } from './totp-section';
import classes from './security.module.css';

export default function SecurityPage() {
  const { t } = useTranslation();
  const title = useTitle()('security');
  const security = useQuery(securityOptions());
  if (security.isPending) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={title} description={t('security.description')} />
      {security.isLoadingError ? (
        <ErrorState error={security.error} onRetry={() => void security.refetch()} />
      ) : (
        <Sections security={security.data} />
      )}
    </>
  );
}

function Sections({ security }: { security: Security }) {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  const mustChange = user?.password_change_required === true;
  const [changing, setChanging] = useState(mustChange);
  const inside = user?.switching === 1;
  return (
    <>
      {mustChange ? (
        <Alert
          mb="md"
          color="yellow"
          icon={<IconShieldExclamation size={18} stroke={1.6} />}
          title={t('security.change_title')}
        >
          {t('security.change_text')}
        </Alert>
      ) : null}
      {user?.totp_required ? (
        <Alert
          mb="md"
          color="yellow"
          icon={<IconShieldExclamation size={18} stroke={1.6} />}
          title={t('security.required_title')}
        >
          {t('security.required_text')}
        </Alert>
      ) : null}
      {inside ? (
        <Alert mb="md" color="gray">
          {t('security.inside_refused')}
        </Alert>
      ) : null}
      <div className={classes.grid}>
        <div className={classes.column}>
          <TotpSection security={security} locked={inside} />
          <PasskeySection security={security} locked={inside} />
          <SectionCard title={t('auth.password')}>
            <Text c="dimmed">{t('security.password_hint')}</Text>
            {inside ? null : (
              <Button mt="md" variant="default" onClick={() => setChanging(true)}>
                {t('auth.change_password')}
              </Button>
            )}
          </SectionCard>
          <OwnAllowances />
        </div>
        <div className={classes.column}>
          <SectionCard title={t('logins.current')}>
            {security.session ? <SessionFactsList session={security.session} /> : null}
          </SectionCard>
          <SectionCard title={t('logins.history')}>
            <LoginHistory logins={security.logins} />
          </SectionCard>
        </div>
      </div>
      {changing ? <ChangePasswordDialog onClose={() => setChanging(false)} /> : null}
    </>
  );
}
