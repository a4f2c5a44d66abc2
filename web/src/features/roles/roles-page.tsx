/** Demo only: switches to another seeded account without its password. */
import { Badge, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { PageHeader } from '@/components/page/page-header';
import { paths } from '@/config/paths';
import { boot } from '@/lib/boot';
import { useAccountTypeName } from '@/lib/session/account-type-name';
import { switchRole } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import classes from './roles-page.module.css';

export default function RolesPage() {
  const { t } = useTranslation();
  const typeName = useAccountTypeName();
  const navigate = useNavigate();
  const user = useSessionStore((session) => session.user);
  if (!boot.demo || !boot.demo_accounts) return <Navigate to={paths.notFound} replace />;

  async function switchTo(username: string): Promise<void> {
    try {
      await switchRole(username);
      await navigate(paths.root, { replace: true });
    } catch (reason) {
      toast.failure(reason);
    }
  }

  return (
    <>
      <PageHeader title={t('menu.switch_role')} description={t('roles.hint')} />
      <ul className={classes.list}>
        {boot.demo_accounts.map(({ username, account_type }) => (
          <li key={username} className={classes.row}>
            <Text fw={600}>{username}</Text>
            <Badge variant="light" color="gray" tt="none">
              {typeName(account_type)}
            </Badge>
            <Button
              ml="auto"
              variant="default"
              disabled={username === user?.name}
              onClick={() => void switchTo(username)}
            >
              {t('roles.switch')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
