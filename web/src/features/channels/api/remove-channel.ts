import { callScreening } from '@/lib/screening/calls';

export async function removeChannel({ name, version }: { name: string; version: number }): Promise<void> {
  await callScreening('channel/remove', { name, version });
}
