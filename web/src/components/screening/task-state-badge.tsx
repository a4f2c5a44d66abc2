import { Badge } from '@mantine/core';
import { useLabels } from '@/lib/screening/labels';
import type { TaskState } from '@/lib/screening/types';

const COLORS: Record<TaskState, string> = {
  running: 'blue',
  paused: 'yellow',
  completed: 'teal',
  cancelled: 'gray',
  stopped: 'red',
};

export function TaskStateBadge({ state }: { state: TaskState }) {
  const labels = useLabels();
  return (
    <Badge variant="dot" color={COLORS[state] ?? 'gray'} tt="none" fw={500} miw="max-content">
      {labels.taskState(state)}
    </Badge>
  );
}
