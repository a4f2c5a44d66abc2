/** Calls that change accounts. Callers show the errors. */
import { sortText, type TableState } from '@/components/data-table/table-state';
import { type CallBody, type CallData, callFor } from '@/lib/api/client';
import { userFilter } from '../user-filter';

export type NewUser = Required<CallBody<'user/create'>>;
export type UserEdit = CallBody<'user/edit'>;

const SILENT = { silent: true } as const;

export function createUser(user: NewUser): Promise<CallData<'user/create'>> {
  return callFor('user/create', user, SILENT);
}

export async function editUser(edit: UserEdit): Promise<number> {
  return (await callFor('user/edit', edit, SILENT)).version;
}

/** Sets the allowances of an account; `null` for the default. */
export async function setAllowances(
  uid: number,
  allowances: CallBody<'user/setAllowances'>['allowances'],
): Promise<void> {
  await callFor('user/setAllowances', { uid, allowances }, SILENT);
}

export function setUsersEnabled(
  uids: readonly number[],
  enabled: boolean,
): Promise<CallData<'user/setEnabled'>> {
  return callFor('user/setEnabled', { uids: [...uids], enabled }, SILENT);
}

export function resetPassword(uid: number, endKeys: boolean): Promise<CallData<'user/resetPwd'>> {
  return callFor('user/resetPwd', { uid, end_keys: endKeys }, SILENT);
}

/** Makes a link with which the account sets a new password. */
export function makePasswordLink(uid: number, endKeys: boolean): Promise<CallData<'user/passwordLink'>> {
  return callFor('user/passwordLink', { uid, end_keys: endKeys }, SILENT);
}

export async function endSessions(uids: readonly number[]): Promise<number> {
  return (await callFor('user/endSession', { uids: [...uids] }, SILENT)).ended;
}

/** Returns the URL of a file with all rows that match the filters. */
export async function exportUsers(state: TableState): Promise<string> {
  const body = { sort: sortText(state.sort), filter: userFilter(state) };
  return (await callFor('user/export', body, SILENT)).url;
}
