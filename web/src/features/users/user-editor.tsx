import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';
import { useUserDetail, USER_DETAIL_KEY } from './api/user-detail';
import { UserEditDialog } from './user-edit-dialog';

/** Fetches what is to be edited; the form then keeps to what it was opened with. */
export function UserEditor({ uid, onClose }: { uid: number; onClose: () => void }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data, error, isFetchedAfterMount } = useUserDetail(uid);

  useEffect(() => {
    if (!error) return;
    toast.error(error.message || t('errors.error'));
    onClose();
  }, [error, onClose, t]);

  function saved(): void {
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['user/list'] });
    void queryClient.invalidateQueries({ queryKey: [USER_DETAIL_KEY, uid] });
  }

  // An older answer may be at hand; its version would only lead to a clash.
  if (!data || !isFetchedAfterMount) return null;
  return <UserEditDialog key={uid} detail={data} onSaved={saved} onClose={onClose} />;
}
