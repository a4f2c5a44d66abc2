import { Button, type ButtonProps, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import type { Selected } from '@/components/data-table/selection';
import { useLanguage } from '@/lib/i18n/use-language';
import { getTask } from '@/lib/screening/get-task';
import { SUMMARY_KEY, TASK_LIST_KEY } from '@/lib/screening/task-keys';
import type { TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { cancelTask, pauseTask, removeTask, resumeTask } from './api/change-task';
import { actionsFor } from './task-actions';

const CHANGES = { pause: pauseTask, resume: resumeTask, cancel: cancelTask, remove: removeTask } as const;
type Change = keyof typeof CHANGES;

const SMALL: ButtonProps = { size: 'compact-sm', variant: 'default' };

interface Props {
  selected: Selected;
  onChange: (selected: Selected) => void;
}

/** Applies an action to all selected tasks whose state allows it, after confirmation. */
export function TaskBulkActions({ selected, onChange }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const sure = useConfirmChange();
  const queryClient = useQueryClient();
  const doing = useMutation({
    mutationFn: async (change: Change) => {
      // Fetch the current state, because the refund is shown before cancelling.
      const tasks = await Promise.all([...selected].map((id) => getTask(Number(id))));
      const fitting = tasks.filter((task) => actionsFor(task, may('task/edit'), false).includes(change));
      if (fitting.length === 0) {
        toast.warning(t('tasks.bulk_none'));
        return;
      }
      if (!(await sure(change, fitting))) return;
      await Promise.all(fitting.map(({ id }) => CHANGES[change](id)));
      toast.success(t('tasks.bulk_done', { count: fitting.length }));
      onChange(new Set());
    },
    onSettled: () => {
      for (const key of [TASK_LIST_KEY, SUMMARY_KEY]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  const button = (change: Change, label: string) => (
    <Button
      {...SMALL}
      loading={doing.isPending && doing.variables === change}
      disabled={doing.isPending}
      onClick={() => doing.mutate(change)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Text fw={500}>{t('table.selected', { count: selected.size })}</Text>
      {button('pause', t('tasks.pause'))}
      {button('resume', t('tasks.resume'))}
      {button('cancel', t('tasks.cancel'))}
      {button('remove', t('tasks.remove'))}
      <Button {...SMALL} variant="subtle" color="gray" onClick={() => onChange(new Set())}>
        {t('table.clear_selection')}
      </Button>
    </>
  );
}

/** Asks for confirmation of irreversible actions. */
function useConfirmChange(): (change: Change, tasks: readonly TaskView[]) => Promise<boolean> {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  return async (change, tasks) => {
    const count = tasks.length;
    if (change === 'cancel') {
      const sum = (of: (task: TaskView) => number): number =>
        tasks.reduce((total, task) => total + of(task), 0);
      return askConfirmation({
        title: t('tasks.bulk_cancel_title', { count }),
        text: t('tasks.cancel_text', {
          numbers: new Intl.NumberFormat(language).format(sum(({ total, done }) => total - done)),
          count: sum(({ total, done }) => total - done),
          amount: points.sum(sum(({ refundable }) => refundable)),
        }),
        confirmLabel: t('tasks.cancel'),
        danger: true,
      });
    }
    if (change === 'remove') {
      return askConfirmation({
        title: t('tasks.bulk_remove_title', { count }),
        text: t('tasks.remove_text'),
        confirmLabel: t('tasks.remove'),
        danger: true,
      });
    }
    return true;
  };
}
