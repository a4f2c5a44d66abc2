import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryState } from './api/webhooks';

const COLORS: Record<DeliveryState, string> = { pending: 'yellow', delivered: 'teal', failed: 'red' };

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { t } = useTranslation();
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" fw={500}>
      {t(`webhooks.state.${state}`)}
    </Badge>
  );
}
