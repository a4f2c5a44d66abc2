import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChannelHealth } from '@/lib/screening/types';

const COLORS: Record<ChannelHealth['breaker'], string> = { closed: 'teal', open: 'red', half_open: 'yellow' };

export function BreakerBadge({ breaker }: { breaker: ChannelHealth['breaker'] }) {
  const { t } = useTranslation();
  return (
    <Badge variant="dot" color={COLORS[breaker]} tt="none" fw={500} miw="max-content">
      {t(`channels.breakers.${breaker}`)}
    </Badge>
  );
}
