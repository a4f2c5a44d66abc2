import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters, type FilterField } from '@/components/data-table/field-filters';
import { useList } from '@/components/data-table/use-list';
import { ExportMenu } from '@/components/export/export-menu';
import { ORDER_STATUSES } from '@/components/orders/order-statuses';
import { PageHeader } from '@/components/page/page-header';
import { onLiveEvent } from '@/lib/events/live-events';
import { useTitle } from '@/lib/i18n/use-title';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { cancelOrder, exportOrders, listOrders, type Order, ORDERS_KEY } from './api/orders';
import { useOrderColumns } from './order-columns';
import { ORDER_FILTERS, ORDER_KINDS } from './order-filter';
import { VerifyDialog } from './verify-dialog';

const LIST = {
  key: ORDERS_KEY,
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: ORDER_FILTERS },
  fetch: listOrders,
};

export default function OrderListPage() {
  const { t } = useTranslation();
  const may = useHasPermission();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'recharge_orders_admin' : 'recharge_orders');
  const [verifying, setVerifying] = useState<Order | null>(null);
  const list = useList(LIST, {
    title: t('recharge.empty'),
    hint: staff ? t('recharge.empty_staff') : t('recharge.empty_hint'),
  });
  const { refresh } = list;
  // Refresh when a payment is credited.
  useEffect(() => onLiveEvent('balance', () => void refresh()), [refresh]);
  const cancel = useMutation({
    mutationFn: cancelOrder,
    onSuccess: () => toast.success(t('recharge.cancelled')),
    onSettled: refresh,
  });

  async function askCancel(order: Order): Promise<void> {
    const sure = await askConfirmation({
      title: t('recharge.cancel_title', { id: order.id }),
      text: t('recharge.cancel_text'),
      confirmLabel: t('recharge.cancel'),
      danger: true,
    });
    if (sure) cancel.mutate(order.id);
  }

  const columns = useOrderColumns({
    withAccount: staff,
    onVerify: may('recharge/verify') ? setVerifying : null,
    onCancel: may('recharge/cancel') ? (order) => void askCancel(order) : null,
  });
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('recharge.orders_all') : t('recharge.orders_own')}
        actions={<ExportMenu makeFile={(format) => exportOrders(list.state, format)} />}
      />
      <DataTable
        name="orders"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<FieldFilters fields={useOrderFields(staff)} state={list.state} onChange={list.change} />}
      />
      {verifying ? (
        <VerifyDialog
          order={verifying}
          onClose={() => setVerifying(null)}
          onDone={() => {
            setVerifying(null);
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}

function useOrderFields(staff: boolean): readonly FilterField[] {
  const { t } = useTranslation();
  return [
    {
      name: 'status',
      label: t('recharge.status'),
      options: [
        { value: '', label: t('recharge.all_statuses') },
        ...ORDER_STATUSES.map((value) => ({ value, label: t(`recharge.statuses.s${value}`) })),
      ],
    },
    {
      name: 'kind',
      label: t('recharge.kind'),
      options: [
        { value: '', label: t('recharge.all_kinds') },
        ...ORDER_KINDS.map((value) => ({ value, label: t(`recharge.kinds.${value}`) })),
      ],
    },
    ...(staff ? [{ name: 'uid', label: t('recharge.uid_filter'), type: 'digits' as const, width: 120 }] : []),
    { name: 'from', label: t('finance.from'), type: 'date' },
    { name: 'until', label: t('finance.until'), type: 'date' },
  ];
}
