/** Actions of the list buttons, with confirmation and toast. */
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { download } from '@/lib/download';
import type { ListView } from '@/lib/screening/list-types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { exportList, LIST_KEY, LISTS_KEY, removeList, saveList } from './api/lists';

export function useListActions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const mayEdit = useHasPermission()('list/edit');

  function refresh(): void {
    void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
  }

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (reason) {
      toast.failure(reason);
    }
  }

  return {
    mayEdit,
    refresh,
    exportNumbers: ({ id }: ListView) => run(async () => download(await exportList(id, 'numbers'))),
    exportRejected: ({ id }: ListView) => run(async () => download(await exportList(id, 'rejected'))),
    keep: ({ id, name }: ListView) =>
      run(async () => {
        const kept = await saveList(id, name);
        queryClient.setQueryData([LIST_KEY, kept.id], kept);
        if (kept.id !== id) await queryClient.invalidateQueries({ queryKey: [LIST_KEY, id] });
        refresh();
        toast.success(t('lists.kept', { name: kept.name }));
      }),
    remove: async ({ id, name }: ListView) => {
      const sure = await askConfirmation({
        title: t('lists.remove_title', { name }),
        text: t('lists.remove_text'),
        confirmLabel: t('form.delete'),
        danger: true,
      });
      if (!sure) return;
      await run(async () => {
        await removeList(id);
        refresh();
        toast.success(t('lists.removed', { name }));
      });
    },
  };
}
