import { Badge } from '@mantine/core';
import { statusTone, useLabels } from '@/lib/screening/labels';

const COLORS = {
  good: 'teal',
  other: 'var(--ns-neutral)',
  risk: 'orange',
  none: 'var(--ns-neutral-pale)',
} as const;

export function StatusBadge({ status }: { status: string }) {
  const labels = useLabels();
  return (
    <Badge variant="dot" color={COLORS[statusTone(status)]} tt="none" fw={500}>
      {labels.status(status)}
    </Badge>
  );
}
