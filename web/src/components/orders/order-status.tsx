import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ORDER_STATUSES } from './order-statuses';

const COLORS = ['blue', 'teal', 'gray', 'orange', 'gray'] as const;

export function OrderStatus({ status }: { status: number }) {
  const { t } = useTranslation();
  const known = ORDER_STATUSES.find((one) => one === String(status));
  return (
    <Badge variant="dot" color={COLORS[status] ?? 'gray'} tt="none" fw={500}>
      {known ? t(`recharge.statuses.s${known}`) : status}
    </Badge>
  );
}
