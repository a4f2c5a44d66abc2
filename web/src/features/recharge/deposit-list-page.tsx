import { Badge, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters, type FilterField } from '@/components/data-table/field-filters';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { type Deposit, DEPOSITS_KEY, listDeposits } from './api/deposits';
import { ORDERS_KEY } from './api/orders';
import { ChainId } from './chain-id';
import { CreditDialog } from './credit-dialog';
import { DEPOSIT_FILTERS, DEPOSIT_STATUSES } from './deposit-filter';

const LIST = {
  key: DEPOSITS_KEY,
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: DEPOSIT_FILTERS },
  fetch: listDeposits,
};
const COLORS = { unmatched: 'orange', matched: 'teal', credited: 'blue' } as const;
const NOTHING = '—';

export default function DepositListPage() {
  const { t } = useTranslation();
  const title = useTitle()('deposits');
  const mayCredit = useHasPermission()('recharge/creditDeposit');
  const queryClient = useQueryClient();
  const [crediting, setCrediting] = useState<Deposit | null>(null);
  const columns = useDepositColumns(mayCredit ? setCrediting : null);
  const list = useList(LIST, {
    title: t('recharge.deposit.empty'),
    hint: t('recharge.deposit.empty_hint'),
  });
  return (
    <>
      <PageHeader title={title} description={t('recharge.deposit.description')} />
      <DataTable
        name="deposits"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<FieldFilters fields={useDepositFields()} state={list.state} onChange={list.change} />}
      />
      {crediting ? (
        <CreditDialog
          deposit={crediting}
          onClose={() => setCrediting(null)}
          onDone={() => {
            setCrediting(null);
            void list.refresh();
            void queryClient.invalidateQueries({ queryKey: [ORDERS_KEY] });
          }}
        />
      ) : null}
    </>
  );
}

function useDepositFields(): readonly FilterField[] {
  const { t } = useTranslation();
  return [
    {
      name: 'status',
      label: t('recharge.status'),
      options: [
        { value: '', label: t('recharge.all_statuses') },
        ...DEPOSIT_STATUSES.map((value) => ({ value, label: t(`recharge.deposit.statuses.${value}`) })),
      ],
    },
    { name: 'txid', label: t('recharge.txid'), width: 220 },
    { name: 'uid', label: t('recharge.uid_filter'), type: 'digits', width: 120 },
  ];
}

function useDepositColumns(onCredit: ((deposit: Deposit) => void) | null): readonly Column<Deposit>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      id: 'block_time',
      title: t('recharge.deposit.at'),
      cell: ({ block_time }) => formatMoment(block_time, language),
    },
    {
      id: 'amount',
      title: t('recharge.amount'),
      numeric: true,
      fixed: true,
      cell: ({ amount }) => t('recharge.amount_usdt', { amount }),
    },
    {
      id: 'status',
      title: t('recharge.status'),
      beside: true,
      cell: ({ status }) => (
        <Badge variant="dot" color={COLORS[status]} tt="none" fw={500}>
          {t(`recharge.deposit.statuses.${status}`)}
        </Badge>
      ),
    },
    { id: 'order', title: t('recharge.order_id'), cell: ({ order }) => order ?? NOTHING },
    {
      id: 'account',
      title: t('recharge.account'),
      cell: ({ uid, username }) =>
        uid == null ? NOTHING : t('recharge.account_line', { username: username ?? '', uid }),
    },
    {
      id: 'sender',
      title: t('recharge.deposit.sender'),
      cell: ({ sender }) => <ChainId value={sender} label={t('recharge.copy_address')} />,
    },
    {
      id: 'txid',
      title: t('recharge.txid'),
      cell: ({ txid }) => <ChainId value={txid} label={t('recharge.copy_txid')} />,
    },
    {
      id: 'reason',
      title: t('finance.reason'),
      cell: ({ reason }) => (reason ? <TruncatedText text={reason} /> : NOTHING),
    },
    ...(onCredit
      ? [
          {
            id: 'actions',
            title: t('form.actions'),
            fixed: true,
            cell: (deposit: Deposit) =>
              deposit.status === 'unmatched' ? (
                <Button size="compact-xs" variant="light" onClick={() => onCredit(deposit)}>
                  {t('recharge.deposit.credit')}
                </Button>
              ) : null,
          },
        ]
      : []),
  ];
}
