import { useQuery } from '@tanstack/react-query';
import { callUntyped } from '@/lib/api/client';
import type { Login, SessionFacts } from '@/components/logins/login';
import type { UserRow } from './list-users';

export interface UserDetail {
  user: UserRow;
  introduction: string;
  invite_code: string | null;
  inviter_name: string | null;
  session: SessionFacts | null;
  logins: readonly Login[];
  /** Whether the caller stands above this account. */
  manageable: boolean;
}

export async function fetchUserDetail(uid: number, signal?: AbortSignal): Promise<UserDetail> {
  const answer = await callUntyped('user/detail', { uid }, { silent: true, ...(signal ? { signal } : {}) });
  return answer as UserDetail;
}

export const USER_DETAIL_KEY = 'user/detail';

export function useUserDetail(uid: number) {
  return useQuery({
    queryKey: [USER_DETAIL_KEY, uid],
    queryFn: ({ signal }) => fetchUserDetail(uid, signal),
    // What is edited must be what the server has now.
    staleTime: 0,
  });
}
