/** Calls for the account's lists that the generator needs. */
import { queryOptions } from '@tanstack/react-query';
import { callFor } from '@/lib/api/client';
import { callScreening } from '@/lib/screening/calls';
import type { ListView } from '@/lib/screening/list-types';

export const OWN_LISTS_KEY = 'gen_number/lists';
const MOST = 200;

/** Lists that can be excluded from a run: saved lists and suppression lists. */
export function ownListsOptions() {
  return queryOptions({ queryKey: [OWN_LISTS_KEY], queryFn: ({ signal }) => ownLists(signal) });
}

async function ownLists(signal: AbortSignal): Promise<readonly ListView[]> {
  const kinds = (['saved', 'suppression'] as const).map((kind) =>
    callScreening('list/list', { page: 1, size: MOST, filter: { kind } }, { signal }),
  );
  const pages = await Promise.all(kinds);
  return pages.flatMap(({ items }) => items).filter(({ state, numbers }) => state === 'ready' && numbers > 0);
}

/** Creates a list from a run: a saved list, or one for a single task. */
export async function saveRun(id: number, name: string, keep: boolean): Promise<number> {
  return (await callFor('gen_number/save', { id, name, keep }, { silent: true })).id;
}
