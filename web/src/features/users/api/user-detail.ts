import { queryOptions, useQuery } from '@tanstack/react-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import type { UserRow } from './list-users';

export type UserDetail = components['schemas']['UserDetail'] & { user: UserRow };

export function fetchUserDetail(uid: number, signal?: AbortSignal): Promise<UserDetail> {
  return callFor('user/detail', { uid }, { silent: true, ...(signal ? { signal } : {}) });
}

export const USER_DETAIL_KEY = 'user/detail';

function userDetailOptions(uid: number) {
  return queryOptions({
    queryKey: [USER_DETAIL_KEY, uid],
    queryFn: ({ signal }) => fetchUserDetail(uid, signal),
    // Always edit the latest version.
    staleTime: 0,
  });
}

export function useUserDetail(uid: number) {
  return useQuery(userDetailOptions(uid));
}
