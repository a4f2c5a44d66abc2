import { Button } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ExportMenu } from '@/components/export/export-menu';
import { PageHeader } from '@/components/page/page-header';
import { ADJUST_PARAM } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { AdjustDialog } from './adjust-dialog';
import { exportMovements } from './api/movements';
import { MOVEMENT_KINDS, movementFilter } from './movement-filter';
import { MovementTable, useMovements } from './movement-table';
import { useMovementFields } from './use-movement-fields';

const KINDS = MOVEMENT_KINDS.filter((kind) => kind !== 'quota_top_up');

/** The account in the address, if there is one. */
function accountOf(value: string | null): { uid: number; username: string } | null {
  const [, uid, username = ''] = /^(\d{1,15}),(.+)$/.exec(value ?? '') ?? [];
  return uid === undefined ? null : { uid: Number(uid), username };
}

export default function MovementListPage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'financial_records_admin' : 'financial_records');
  const mayAdjust = useHasPermission()('finance/adjust');
  const queryClient = useQueryClient();
  const list = useMovements('finance/list');
  const [adjusting, setAdjusting] = useState(false);
  // The list of accounts leads here with the account whose balance is adjusted.
  const [params, setParams] = useSearchParams();
  const account = params.get(ADJUST_PARAM);
  function close(): void {
    setAdjusting(false);
    if (account !== null) {
      params.delete(ADJUST_PARAM);
      setParams(params, { replace: true });
    }
  }
  const fields = useMovementFields({ staff, kinds: KINDS, withFunds: true });
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('finance.list_all') : t('finance.list_own')}
        actions={
          <>
            <ExportMenu makeFile={(format) => exportMovements(movementFilter(list.state.filters), format)} />
            {mayAdjust ? (
              <Button
                leftSection={<IconAdjustments size={16} stroke={1.6} />}
                onClick={() => setAdjusting(true)}
              >
                {t('finance.adjust.open')}
              </Button>
            ) : null}
          </>
        }
      />
      <MovementTable call="finance/list" list={list} label={title} staff={staff} fields={fields} />
      {mayAdjust && (adjusting || account !== null) ? (
        <AdjustDialog
          account={accountOf(account)}
          onClose={close}
          onDone={() => {
            close();
            void queryClient.invalidateQueries({ queryKey: ['finance/list'] });
            void queryClient.invalidateQueries({ queryKey: ['finance/credit'] });
          }}
        />
      ) : null}
    </>
  );
}
