import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { OrderStatus } from '@/components/orders/order-status';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { Amount } from './amount';
import { listQuotaOrders, type QuotaOrder } from './api/quota-orders';

const LIST = {
  key: 'privilege_escalation/getCreditRechargeList',
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: [] },
  fetch: listQuotaOrders,
};

export function QuotaOrders({ label, staff }: { label: string; staff: boolean }) {
  const { t } = useTranslation();
  const list = useList(LIST, { title: t('recharge.empty') });
  return (
    <DataTable
      name="quota-orders"
      label={label}
      columns={useQuotaColumns(staff)}
      rowKey={({ id }) => id}
      {...list.table}
    />
  );
}

function useQuotaColumns(staff: boolean): readonly Column<QuotaOrder>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    { id: 'id', title: t('recharge.order_id'), fixed: true, cell: ({ id }) => id },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('recharge.account'),
            cell: ({ username, uid }: QuotaOrder) => t('recharge.account_line', { username, uid }),
          },
        ]
      : []),
    {
      id: 'amount',
      title: t('recharge.amount'),
      numeric: true,
      cell: ({ amount }) => t('recharge.amount_usdt', { amount }),
    },
    {
      id: 'points',
      title: t('recharge.buys_quota'),
      numeric: true,
      cell: ({ points }) => <Amount amount={points} />,
    },
    {
      id: 'status',
      title: t('recharge.status'),
      beside: true,
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    {
      id: 'created_at',
      title: t('recharge.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    {
      id: 'paid_at',
      title: t('recharge.paid_at'),
      cell: ({ paid_at }) => formatMoment(paid_at, language) ?? '—',
    },
  ];
}
