import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useTableState } from '@/components/data-table/use-table-state';
import { ExportMenu } from '@/components/export/export-menu';
import { PageHeader } from '@/components/page/page-header';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { exportMovements, type MovementCall } from './api/movements';
import { movementFilter } from './movement-filter';
import { MOVEMENT_RULES, MovementTable, useMovements } from './movement-table';
import { QuotaOrders } from './quota-orders';
import { useMovementFields } from './use-movement-fields';

const QUOTA_KINDS = ['quota_top_up', 'settle', 'hold', 'release', 'refund', 'adjust'] as const;

type View = 'records' | 'orders' | 'spending';

export default function CreditPage() {
  const { t } = useTranslation();
  const user = useSessionStore((session) => session.user);
  const staff = user !== null && isStaff(user);
  const title = useTitle()(staff ? 'credit_records_admin' : 'credit_records');
  const may = useHasPermission();
  const [view, setView] = useState<View>('records');
  const [, setParams] = useSearchParams();
  const views: readonly View[] = [
    'records',
    ...(may('privilege_escalation/getCreditRechargeList') && (staff || user?.privilege_escalation)
      ? (['orders'] as const)
      : []),
    ...(may('privilege_escalation/getDeductList') ? (['spending'] as const) : []),
  ];

  function choose(next: string | null): void {
    const chosen = views.find((one) => one === next);
    if (!chosen) return;
    // Filters and page belong to the previous list.
    setParams({});
    setView(chosen);
  }

  return (
    <>
      <PageHeader
        title={title}
        description={t('finance.credit_description')}
        actions={view === 'records' ? <CreditExport /> : null}
      />
      <Tabs value={view} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {views.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`finance.views.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="records">
          <CreditMovements call="finance/credit" staff={staff} label={title} />
        </Tabs.Panel>
        <Tabs.Panel value="orders">
          <QuotaOrders staff={staff} label={t('finance.views.orders')} />
        </Tabs.Panel>
        <Tabs.Panel value="spending">
          <CreditMovements
            call="privilege_escalation/getDeductList"
            staff={staff}
            label={t('finance.views.spending')}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function CreditExport() {
  const [state] = useTableState(MOVEMENT_RULES);
  return (
    <ExportMenu
      makeFile={(format) => exportMovements({ ...movementFilter(state.filters), fund: 'credit' }, format)}
    />
  );
}

function CreditMovements({ call, staff, label }: { call: MovementCall; staff: boolean; label: string }) {
  const list = useMovements(call);
  const fields = useMovementFields({ staff, kinds: call === 'finance/credit' ? QUOTA_KINDS : [] });
  return <MovementTable call={call} list={list} label={label} staff={staff} fields={fields} />;
}
