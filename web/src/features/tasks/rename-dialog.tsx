import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '@/components/form/name-dialog';
import { TASK_KEY, TASK_LIST_KEY } from '@/lib/screening/task-keys';
import type { TaskView } from '@/lib/screening/types';
import { toast } from '@/lib/toast';
import { renameTask } from './api/change-task';

export function RenameDialog({ task, onClose }: { task: TaskView; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return (
    <NameDialog
      dialog="task-name"
      title={t('tasks.rename_title')}
      label={t('tasks.name')}
      name={task.name}
      missing={t('tasks.name_required')}
      save={(name) => renameTask(task.id, name)}
      onSaved={(changed) => {
        queryClient.setQueryData([TASK_KEY, task.id], changed);
        void queryClient.invalidateQueries({ queryKey: [TASK_LIST_KEY] });
        toast.success(t('form.saved'));
      }}
      onClose={onClose}
    />
  );
}
