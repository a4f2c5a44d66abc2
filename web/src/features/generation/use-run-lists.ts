/** Uses of generated numbers: a saved list, or a task that checks them. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { saveRun } from './api/lists';
import type { Run } from './api/runs';

export function useRunLists() {
  const { t } = useTranslation();
  const may = useHasPermission();
  const navigate = useNavigate();
  const [saving, setSaving] = useState<Run | null>(null);
  const checking = useMutation({
    mutationFn: ({ id }: Run) => saveRun(id, t('generation.list_name', { id }), false),
    onSuccess: (list) => navigate(`${paths.newTask}?list=${list}`),
  });
  const mayMake = may('gen_number/generate');
  return {
    /** Null without permission. */
    save: mayMake && may('list/edit') ? setSaving : null,
    check: mayMake && may('task/create') ? (run: Run) => checking.mutate(run) : null,
    /** The run whose check is being prepared. */
    preparing: checking.isPending ? checking.variables : null,
    /** The run for which a name is being asked. */
    saving,
    stopSaving: () => setSaving(null),
  };
}
