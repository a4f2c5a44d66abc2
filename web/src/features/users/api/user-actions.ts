/** What can be done with accounts. Refusals are told by whoever asked. */
import { sortText, type TableState } from '@/components/data-table/table-state';
import { callUntyped } from '@/lib/api/client';
import { userFilter } from './list-users';

export interface NewUser {
  username: string;
  account_type: number;
  roles: readonly number[];
  ud: number;
  self_quota_topup: boolean;
  introduction: string;
}

export interface UserEdit extends Omit<NewUser, 'username'> {
  uid: number;
  version: number;
  enabled: boolean;
}

export interface Refusal {
  uid: number;
  msg: string;
}

const SILENT = { silent: true } as const;

export async function createUser(user: NewUser): Promise<{ uid: number; password: string }> {
  return (await callUntyped('user/create', user, SILENT)) as { uid: number; password: string };
}

export async function editUser(edit: UserEdit): Promise<number> {
  const { version } = (await callUntyped('user/edit', edit, SILENT)) as { version: number };
  return version;
}

export async function setUsersEnabled(
  uids: readonly number[],
  enabled: boolean,
): Promise<{ changed: number; refused: readonly Refusal[] }> {
  const answer = await callUntyped('user/setEnabled', { uids, enabled }, SILENT);
  return answer as { changed: number; refused: readonly Refusal[] };
}

export async function resetPassword(uid: number): Promise<string> {
  const { password } = (await callUntyped('user/resetPwd', { uid }, SILENT)) as { password: string };
  return password;
}

export async function endSessions(uids: readonly number[]): Promise<number> {
  const { ended } = (await callUntyped('user/endSession', { uids }, SILENT)) as { ended: number };
  return ended;
}

/** The address of a file with all rows that the filters leave, not only those on the screen. */
export async function exportUsers(state: TableState): Promise<string> {
  const body = { sort: sortText(state.sort), filter: userFilter(state) };
  const { url } = (await callUntyped('user/export', body, SILENT)) as { url: string };
  return url;
}
