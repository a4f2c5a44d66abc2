import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '@/components/form/name-dialog';
import type { ListView } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { LIST_KEY, renameList } from '../api/lists';
import { useListActions } from '../use-list-actions';

export function RenameDialog({ list, onClose }: { list: ListView; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { refresh } = useListActions();
  return (
    <NameDialog
      dialog="list-rename"
      title={t('lists.rename')}
      label={t('lists.name')}
      name={list.name}
      missing={t('lists.name_required')}
      save={(name) => renameList(list.id, name)}
      onSaved={(renamed) => {
        queryClient.setQueryData([LIST_KEY, renamed.id], renamed);
        refresh();
        toast.success(t('form.saved'));
      }}
      onClose={onClose}
    />
  );
}
