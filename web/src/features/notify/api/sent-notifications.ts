import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import type { Language } from '@/config/constants';

export interface Words {
  title: string;
  text: string;
}

export type Texts = Partial<Record<Language, Words>>;

export type Audience = components['schemas']['AudienceView'];
export type AudienceKind = 'all' | 'type' | 'account';
export type Sent = components['schemas']['SentView'];

export interface Outgoing {
  audience: Audience;
  needs_confirm: boolean;
  texts: Texts;
}

export const SENT_KEY = 'notify/sent';

export function listSent(state: TableState, signal: AbortSignal): Promise<Listed<Sent>> {
  return callFor('notify/sent', { page: state.page, size: state.size }, { signal, silent: true });
}

/** Returns the number of accounts it was delivered to. */
export async function sendNotification(outgoing: Outgoing): Promise<number> {
  return (await callFor('notify/send', outgoing, { silent: true })).delivered;
}
