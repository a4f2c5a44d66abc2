import { Badge, Code, Text, Title } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import { Fact, Facts } from '@/components/facts/facts';
import { inviteLink } from '@/lib/invite-link';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import type { UserInfo } from '@/lib/session/session-store';
import classes from './dashboard.module.css';

export function AccountFacts({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const code = user.invite_code;
  return (
    <section className={classes.card} aria-labelledby="account-facts">
      <Title order={2} id="account-facts" fz={15} mb="sm">
        {t('dashboard.account')}
      </Title>
      <Facts>
        <Fact label={t('users.username')}>{user.name}</Fact>
        <Fact label={t('users.uid')}>
          <span className="ns-numeric">{user.uid}</span>
        </Fact>
        <Fact label={t('users.account_type')}>{typeName(user.account_type)}</Fact>
        {user.internal ? (
          <Fact label={t('dashboard.marked')}>
            <Badge variant="light" tt="none">
              {t('dashboard.internal')}
            </Badge>
          </Fact>
        ) : null}
      </Facts>
      {code ? (
        <div className={classes.invite}>
          <Text c="dimmed" size="xs">
            {t('dashboard.invite_code')}
          </Text>
          <div className={classes.inviteRow}>
            <Code className={classes.inviteCode}>{code}</Code>
            <CopyAction value={code} label={t('dashboard.copy_code')} />
            <CopyAction
              value={inviteLink(window.location.origin, code)}
              label={t('dashboard.copy_link')}
              icon={<IconLink size={16} stroke={1.6} />}
            />
          </div>
          <Text c="dimmed" size="xs">
            {t('dashboard.invite_hint')}
          </Text>
        </div>
      ) : null}
    </section>
  );
}
