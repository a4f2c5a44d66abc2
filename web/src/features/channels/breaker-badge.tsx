import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { oneOf } from '@/lib/filter-values';
import type { ChannelHealth } from '@/lib/screening/types';

const COLORS = { closed: 'teal', open: 'red', half_open: 'yellow' } as const;

export function BreakerBadge({ breaker }: { breaker: ChannelHealth['breaker'] }) {
  const { t } = useTranslation();
  // A channel without requests counts as closed.
  const state = oneOf(['closed', 'open', 'half_open'], breaker) ?? 'closed';
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none" fw={500}>
      {t(`channels.breakers.${state}`)}
    </Badge>
  );
}
