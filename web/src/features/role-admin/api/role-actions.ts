import { type CallBody, type CallData, call, callFor } from '@/lib/api/client';

export function saveRole(role: CallBody<'role/save'>): Promise<CallData<'role/save'>> {
  return callFor('role/save', role, { silent: true });
}

export async function deleteRole(role: { id: number; version: number }): Promise<void> {
  await call('role/delete', role, { silent: true });
}
