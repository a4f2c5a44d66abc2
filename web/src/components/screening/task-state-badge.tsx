import { Badge } from '@mantine/core';
import { useLabels } from '@/lib/screening/labels';
import type { TaskState, TaskView } from '@/lib/screening/types';

const COLORS: Record<TaskState, string> = {
  running: 'blue',
  paused: 'yellow',
  completed: 'teal',
  cancelled: 'gray',
  stopped: 'red',
};

/** A task that ended, but not for all of its numbers, is amber. */
export function TaskStateBadge({ task: { state, reason } }: { task: Pick<TaskView, 'state' | 'reason'> }) {
  const labels = useLabels();
  const withFailures = state === 'completed' && reason !== '';
  return (
    <Badge variant="dot" color={withFailures ? 'yellow' : (COLORS[state] ?? 'gray')} tt="none" fw={500}>
      {withFailures ? labels.completedWithFailures : labels.taskState(state)}
    </Badge>
  );
}
