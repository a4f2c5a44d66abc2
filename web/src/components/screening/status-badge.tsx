import { Badge } from '@mantine/core';
import { statusTone, useLabels } from '@/lib/screening/labels';

const COLORS = { good: 'teal', bad: 'orange', none: 'gray' } as const;

export function StatusBadge({ status }: { status: string }) {
  const labels = useLabels();
  return (
    <Badge variant="dot" color={COLORS[statusTone(status)]} tt="none" fw={500} miw="max-content">
      {labels.status(status)}
    </Badge>
  );
}
