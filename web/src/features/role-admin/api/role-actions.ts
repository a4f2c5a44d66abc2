import { callUntyped } from '@/lib/api/client';

export interface RoleSave {
  id?: number;
  version?: number;
  name: string;
  permissions: readonly string[];
}

export async function saveRole(role: RoleSave): Promise<{ id: number; version: number }> {
  return (await callUntyped('role/save', role, { silent: true })) as { id: number; version: number };
}

export async function deleteRole(role: { id: number; version: number }): Promise<void> {
  await callUntyped('role/delete', role, { silent: true });
}
