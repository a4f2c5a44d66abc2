import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { OrderStatus } from '@/components/orders/order-status';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import type { Order } from './api/orders';
import { ChainId } from './chain-id';
import { orderActions } from './order-actions';

const NOTHING = '—';

interface Options {
  /** Show the account column, for lists of several accounts. */
  withAccount: boolean;
  onVerify: ((order: Order) => void) | null;
  onCancel: ((order: Order) => void) | null;
}

export function useOrderColumns({ withAccount, onVerify, onCancel }: Options): readonly Column<Order>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  return [
    { id: 'id', title: t('recharge.order_id'), fixed: true, cell: ({ id }) => id },
    ...(withAccount
      ? [
          {
            id: 'account',
            title: t('recharge.account'),
            cell: ({ username, uid }: Order) => t('recharge.account_line', { username, uid }),
          },
        ]
      : []),
    { id: 'kind', title: t('recharge.kind'), cell: ({ kind }) => t(`recharge.kinds.${kind}`) },
    {
      id: 'status',
      title: t('recharge.status'),
      beside: true,
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    {
      id: 'amount',
      title: t('recharge.amount'),
      numeric: true,
      cell: ({ amount }) => t('recharge.amount_usdt', { amount }),
    },
    {
      id: 'points',
      title: t('recharge.buys_points'),
      numeric: true,
      cell: ({ points }) => formatPoints(points, decimals, language),
    },
    {
      id: 'created_at',
      title: t('recharge.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    {
      id: 'paid_at',
      title: t('recharge.paid_at'),
      // The list of all accounts has a column more.
      optional: withAccount,
      cell: ({ paid_at }) => formatMoment(paid_at, language) ?? NOTHING,
    },
    {
      id: 'txid',
      title: t('recharge.txid'),
      cell: ({ txid }) => <ChainId value={txid} label={t('recharge.copy_txid')} />,
    },
    ...(onVerify || onCancel
      ? [
          {
            id: 'actions',
            title: t('form.actions'),
            fixed: true,
            cell: (order: Order) => {
              const { verify, cancel } = orderActions(order.status);
              return (
                <Group gap={6} wrap="nowrap">
                  {verify && onVerify ? (
                    <Button size="compact-xs" variant="default" onClick={() => onVerify(order)}>
                      {t('recharge.verify')}
                    </Button>
                  ) : null}
                  {cancel && onCancel ? (
                    <Button size="compact-xs" variant="subtle" color="red" onClick={() => onCancel(order)}>
                      {t('recharge.cancel')}
                    </Button>
                  ) : null}
                </Group>
              );
            },
          },
        ]
      : []),
  ];
}
