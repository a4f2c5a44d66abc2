import { Button, Group, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AllowanceTable } from '@/components/allowances/allowance-table';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import type { UserDetail } from './api/user-detail';
import { UserAllowancesDialog } from './user-allowances-dialog';
import classes from './users.module.css';

interface Props {
  detail: UserDetail;
  onChanged: () => void;
}

/** What an account may use, and uses. Staff change it, but not for themselves. */
export function UserAllowances({ detail, onChanged }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const self = useSessionStore((session) => session.user?.uid);
  const [changing, setChanging] = useState(false);
  const changeable = detail.manageable && may('user/edit') && detail.user.uid !== self;
  return (
    <section className={classes.section}>
      <Group justify="space-between" mb="xs">
        <Title order={3} fz={14}>
          {t('allowances.title')}
        </Title>
        {changeable ? (
          <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
            {t('allowances.change')}
          </Button>
        ) : null}
      </Group>
      <AllowanceTable allowances={detail.allowances} />
      {changing ? (
        <UserAllowancesDialog
          detail={detail}
          onClose={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}
