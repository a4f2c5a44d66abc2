import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '@/components/form/name-dialog';
import { toast } from '@/lib/toast';
import { OWN_LISTS_KEY, saveRun } from './api/lists';
import type { Run } from './api/runs';
import { useFormat } from './use-format';

/** Saves the numbers of a run as a saved list. */
export function SaveDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queryClient = useQueryClient();
  return (
    <NameDialog
      dialog="run-save"
      title={t('generation.save_list')}
      label={t('generation.list_name_label')}
      name={t('generation.list_name', { id: run.id })}
      missing={t('generation.list_name_required')}
      save={(name) => saveRun(run.id, name, true)}
      onSaved={() => {
        toast.success(t('generation.list_saved'));
        void queryClient.invalidateQueries({ queryKey: [OWN_LISTS_KEY] });
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed" mt="sm">
        {t('generation.save_list_hint', { n: format(run.count), count: run.count })}
      </Text>
    </NameDialog>
  );
}
