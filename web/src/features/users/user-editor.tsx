import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '@/lib/toast';
import { useUserDetail, USER_DETAIL_KEY } from './api/user-detail';
import { UserEditDialog } from './user-edit-dialog';

/** Fetches the user. The form keeps the version it was opened with. */
export function UserEditor({ uid, onClose }: { uid: number; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, error, isFetchedAfterMount } = useUserDetail(uid);

  useEffect(() => {
    if (!error) return;
    toast.failure(error);
    onClose();
  }, [error, onClose]);

  function saved(): void {
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['user/list'] });
    void queryClient.invalidateQueries({ queryKey: [USER_DETAIL_KEY, uid] });
  }

  // Do not edit a cached version: saving it would cause a conflict.
  if (!data || !isFetchedAfterMount) return null;
  return <UserEditDialog key={uid} detail={data} onSaved={saved} onClose={onClose} />;
}
