/** API keys of a customer, as staff see them. */
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type CallData, callFor } from '@/lib/api/client';

export type CustomerKey = CallData<'user/apiKeys'>['keys'][number];

export const USER_KEYS_KEY = 'user/apiKeys';
const SILENT = { silent: true } as const;

function userKeysOptions(uid: number) {
  return queryOptions({
    queryKey: [USER_KEYS_KEY, uid],
    queryFn: async ({ signal }) => (await callFor('user/apiKeys', { uid }, { ...SILENT, signal })).keys,
  });
}

export function useUserKeys(uid: number): UseQueryResult<readonly CustomerKey[]> {
  return useQuery(userKeysOptions(uid));
}

export function revokeUserKey(uid: number, id: number): Promise<CustomerKey> {
  return callFor('user/revokeApiKey', { uid, id }, SILENT);
}
