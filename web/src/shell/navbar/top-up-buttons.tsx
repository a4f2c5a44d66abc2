import { Button } from '@mantine/core';
import { IconCoins, IconCreditCard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import type { DialogName } from '@/shell/dialogs';
import classes from './navbar.module.css';

export function TopUpButtons({ onOpenDialog }: { onOpenDialog: (dialog: DialogName) => void }) {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  if (!user || !(showsTopUp(user) || showsQuotaTopUp(user))) return null;
  return (
    <div className={classes.topUp}>
      {showsTopUp(user) ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconCoins size={15} stroke={1.7} />}
          onClick={() => onOpenDialog('recharge')}
        >
          {t('shell.top_up')}
        </Button>
      ) : null}
      {showsQuotaTopUp(user) ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconCreditCard size={15} stroke={1.7} />}
          onClick={() => onOpenDialog('quota')}
        >
          {t('shell.top_up_quota')}
        </Button>
      ) : null}
    </div>
  );
}
