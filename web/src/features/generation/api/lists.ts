/** Lists of the account, as far as the generator needs them. */
import { callFor } from '@/lib/api/client';
import { callScreening } from '@/lib/screening/calls';
import type { ListView } from '@/lib/screening/list-types';

export const OWN_LISTS_KEY = 'gen_number/lists';
const MOST = 200;

/** Lists that can be left out of a run: those that are kept, and those not to be contacted. */
export async function ownLists(signal: AbortSignal): Promise<readonly ListView[]> {
  const kinds = (['saved', 'suppression'] as const).map((kind) =>
    callScreening('list/list', { page: 1, size: MOST, filter: { kind } }, { signal }),
  );
  const pages = await Promise.all(kinds);
  return pages.flatMap(({ items }) => items).filter(({ state, numbers }) => state === 'ready' && numbers > 0);
}

/** A list of the numbers of a run: among the saved ones, or for one task only. */
export async function saveRun(id: number, name: string, keep: boolean): Promise<number> {
  return (await callFor('gen_number/save', { id, name, keep }, { silent: true })).id;
}
