import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { boot } from '@/lib/boot';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import classes from './auth.module.css';

/** Demo only: fills in a seeded account. */
export function DemoAccounts({
  onChoose,
}: {
  onChoose: (values: { username: string; password: string }) => void;
}) {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const { demo, demo_accounts: accounts, demo_password: password, demo_invite: invite } = boot;
  if (!demo || !accounts || !password) return null;
  return (
    <section className={classes.demo} aria-label={t('auth.demo_title')}>
      <Text fw={600} size="xs">
        {t('auth.demo_title')}
      </Text>
      <div className={classes.demoAccounts}>
        {accounts.map(({ username, account_type }) => (
          <Button
            key={username}
            variant="default"
            size="compact-sm"
            title={typeName(account_type)}
            onClick={() => onChoose({ username, password })}
          >
            {username}
          </Button>
        ))}
      </div>
      {invite ? (
        <Text size="xs" c="dimmed">
          {t('auth.demo_invite', { code: invite })}
        </Text>
      ) : null}
    </section>
  );
}
