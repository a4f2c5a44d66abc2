/** Actions of the task buttons, with confirmation and toast. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { writePlan } from '@/lib/screening/plan';
import { REUSE_PARAM, reuseDays } from '@/lib/screening/reuse';
import type { TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { SUMMARY_KEY, TASK_KEY, TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { toast } from '@/lib/toast';
import { cancelTask, pauseTask, removeTask, rerunTask, resumeTask } from './api/change-task';
import { BREAKDOWN_KEY } from './api/get-breakdown';
import type { TaskAction } from './task-actions';

interface TaskActions {
  busy: TaskAction | null;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
  clone: () => void;
  rerun: () => void;
  remove: () => void;
}

export function useTaskActions(task: TaskView): TaskActions {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  function show(changed: TaskView, message: string): void {
    queryClient.setQueryData([TASK_KEY, task.id], changed);
    toast.success(message);
  }

  async function cancel(): Promise<void> {
    const sure = await askConfirmation({
      title: t('tasks.cancel_title', { name: task.name }),
      text: t('tasks.cancel_text', {
        numbers: new Intl.NumberFormat(language).format(Math.max(0, task.total - task.done)),
        count: Math.max(0, task.total - task.done),
        amount: points.sum(task.refundable),
      }),
      confirmLabel: t('tasks.cancel'),
      danger: true,
    });
    if (sure) show(await cancelTask(task.id), t('tasks.cancelled'));
  }

  async function remove(): Promise<void> {
    const sure = await askConfirmation({
      title: t('tasks.remove_title', { name: task.name }),
      text: t('tasks.remove_text'),
      confirmLabel: t('tasks.remove'),
      danger: true,
    });
    if (!sure) return;
    await removeTask(task.id);
    toast.success(t('tasks.removed'));
    await navigate(paths.tasks);
    queryClient.removeQueries({ queryKey: [TASK_KEY, task.id] });
  }

  const work: Record<Exclude<TaskAction, 'rename' | 'repeat'>, () => Promise<void>> = {
    pause: async () => show(await pauseTask(task.id), t('tasks.paused')),
    resume: async () => show(await resumeTask(task.id), t('tasks.resumed')),
    cancel,
    remove,
    clone: async () => {
      await navigate(`${paths.newTask}?from=${task.id}`);
    },
    rerun: async () => {
      const list = await rerunTask(task.id);
      toast.success(t('tasks.rerun_done'));
      const again = writePlan({ mode: task.mode, checks: task.checks });
      again.set('list', String(list.id));
      again.set(REUSE_PARAM, String(reuseDays(task.created_at, Date.now() / 1000)));
      await navigate(`${paths.newTask}?${again}`);
    },
  };
  const doing = useMutation({
    mutationFn: (action: keyof typeof work) => work[action](),
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: [TASK_KEY, task.id] });
    },
    onSuccess: () => {
      for (const key of [TASK_LIST_KEY, SUMMARY_KEY, BREAKDOWN_KEY]) {
        void queryClient.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  return {
    busy: doing.isPending ? doing.variables : null,
    pause: () => doing.mutate('pause'),
    resume: () => doing.mutate('resume'),
    cancel: () => doing.mutate('cancel'),
    clone: () => doing.mutate('clone'),
    rerun: () => doing.mutate('rerun'),
    remove: () => doing.mutate('remove'),
  };
}
