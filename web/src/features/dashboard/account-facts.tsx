import { ActionIcon, Badge, Code, CopyButton, Text, Title, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/config/paths';
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
      <dl className={classes.facts}>
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
      </dl>
      {code ? (
        <div className={classes.invite}>
          <Text c="dimmed" size="xs">
            {t('dashboard.invite_code')}
          </Text>
          <div className={classes.inviteRow}>
            <Code className={classes.inviteCode}>{code}</Code>
            <CopyAction
              value={code}
              label={t('dashboard.copy_code')}
              icon={<IconCopy size={16} stroke={1.6} />}
            />
            <CopyAction
              value={`${window.location.origin}${paths.register}?invite_code=${encodeURIComponent(code)}`}
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CopyAction({ value, label, icon }: { value: string; label: string; icon: ReactNode }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('common.copied') : label}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={copied ? t('common.copied') : label}
            onClick={copy}
          >
            {copied ? <IconCheck size={16} stroke={2} /> : icon}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
