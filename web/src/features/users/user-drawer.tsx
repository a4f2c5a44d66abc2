import { Alert, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SideDialog } from '@/components/dialog/side-dialog';
import { Fact, Facts } from '@/components/facts/facts';
import { LoginHistory } from '@/components/logins/login-history';
import { SessionFactsList } from '@/components/logins/session-facts';
import { ErrorState } from '@/components/page/error-state';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useRoleOptions } from '@/lib/roles/use-roles';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { type UserDetail, useUserDetail } from './api/user-detail';
import { UserAllowances } from './user-allowances';
import { type RowHandlers, useRowActions, UserRowMenu } from './user-row-menu';
import { UserKeys } from './user-keys';
import { UserUsage } from './user-usage';
import classes from './users.module.css';

/** The account types that can have API keys. */
const API_TYPES: ReadonlySet<number> = new Set([4, 5]);

interface Props {
  uid: number;
  handlers: RowHandlers;
  onClose: () => void;
}

export function UserDrawer({ uid, handlers, onClose }: Props) {
  const { t } = useTranslation();
  const detail = useUserDetail(uid);
  return (
    <SideDialog onClose={onClose} size={460} title={t('user_admin.detail_title')}>
      {detail.isPending ? (
        <Stack gap="sm" role="status" aria-label={t('common.loading')}>
          <Skeleton height={26} width={180} />
          <Skeleton height={190} />
          <Skeleton height={120} />
        </Stack>
      ) : null}
      {detail.isError ? <ErrorState error={detail.error} onRetry={() => void detail.refetch()} /> : null}
      {detail.data ? (
        <Details detail={detail.data} handlers={handlers} onChanged={() => void detail.refetch()} />
      ) : null}
    </SideDialog>
  );
}

interface DetailsProps {
  detail: UserDetail;
  handlers: RowHandlers;
  onChanged: () => void;
}

function Details({ detail, handlers, onChanged }: DetailsProps) {
  const { t } = useTranslation();
  const { user } = detail;
  const hasActions = useRowActions();
  const may = useHasPermission();
  return (
    <>
      <div className={classes.section}>
        <Group justify="space-between" mb="sm">
          <Group gap="xs">
            <Title order={2} fz={18}>
              {user.username}
            </Title>
            <Badge variant="dot" color={user.enabled ? 'teal' : 'gray'} tt="none" fw={500}>
              {user.enabled ? t('users.enabled') : t('users.disabled')}
            </Badge>
          </Group>
          {detail.manageable && hasActions ? <UserRowMenu row={user} handlers={handlers} /> : null}
        </Group>
        {detail.manageable ? null : (
          <Alert color="gray" mb="sm">
            {t('user_admin.not_manageable')}
          </Alert>
        )}
        <AccountFacts detail={detail} />
      </div>
      <section className={classes.section}>
        <Title order={3} fz={14} mb="xs">
          {t('user_admin.usage')}
        </Title>
        <UserUsage usage={detail.usage} decimals={user.ud} />
      </section>
      {detail.manageable && may('user/apiKeys') && API_TYPES.has(user.account_type) ? (
        <UserKeys uid={user.uid} />
      ) : null}
      <UserAllowances detail={detail} onChanged={onChanged} />
      <section className={classes.section}>
        <Title order={3} fz={14} mb="xs">
          {t('logins.current')}
        </Title>
        {detail.session ? (
          <SessionFactsList session={detail.session} />
        ) : (
          <Text c="dimmed">{t('user_admin.no_session')}</Text>
        )}
      </section>
      <section className={classes.section}>
        <Title order={3} fz={14} mb="xs">
          {t('logins.history')}
        </Title>
        <LoginHistory logins={detail.logins} />
      </section>
    </>
  );
}

function AccountFacts({ detail }: { detail: UserDetail }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const typeName = useAccountTypeName();
  const names = new Map(useRoleOptions().map(({ value, label }) => [value, label]));
  const { user } = detail;
  const inviter = detail.inviter_name ?? (user.inviter == null ? null : String(user.inviter));
  return (
    <Facts>
      <Fact label={t('users.uid')}>
        <span className="ns-numeric">{user.uid}</span>
      </Fact>
      <Fact label={t('users.account_type')}>{typeName(user.account_type)}</Fact>
      <Fact label={t('user_admin.roles')}>
        {joinNames(
          language,
          user.roles.map((id) => names.get(String(id)) ?? t('role_admin.role_n', { id })),
        )}
      </Fact>
      {user.balance === undefined ? null : (
        <Fact label={t('user_admin.balance')}>{formatPoints(user.balance, user.ud, language)}</Fact>
      )}
      {user.credit === undefined ? null : (
        <Fact label={t('user_admin.credit')}>{formatPoints(user.credit, user.ud, language)}</Fact>
      )}
      {user.held > 0 ? (
        <Fact label={t('user_admin.held')}>{formatPoints(user.held, user.ud, language)}</Fact>
      ) : null}
      <Fact label={t('user_admin.ud')}>{user.ud}</Fact>
      <Fact label={t('user_admin.self_quota_topup')}>
        {user.self_quota_topup ? t('form.yes') : t('form.no')}
      </Fact>
      {user.internal ? <Fact label={t('user_admin.internal')}>{t('form.yes')}</Fact> : null}
      <Fact label={t('user_admin.totp')}>{user.totp_enabled ? t('user_admin.on') : t('user_admin.off')}</Fact>
      <Fact label={t('user_admin.invited_by')}>{inviter ?? t('form.nothing')}</Fact>
      {detail.invite_code ? <Fact label={t('user_admin.invite_code')}>{detail.invite_code}</Fact> : null}
      <Fact label={t('users.created_at')}>{formatMoment(user.created_at, language)}</Fact>
      {detail.introduction ? <Fact label={t('user_admin.introduction')}>{detail.introduction}</Fact> : null}
    </Facts>
  );
}
