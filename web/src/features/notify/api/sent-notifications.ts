import type { TableState } from '@/components/data-table/table-state';
import type { Listed } from '@/components/data-table/use-table-query';
import { callUntyped } from '@/lib/api/client';
import type { Language } from '@/config/constants';

export interface Words {
  title: string;
  text: string;
}

export type Texts = Partial<Record<Language, Words>>;

export interface Audience {
  kind: 'all' | 'type' | 'account';
  account_type?: number;
  uid?: number;
  username?: string;
}

export interface Sent {
  id: number;
  texts: Texts;
  audience: Audience;
  needs_confirm: boolean;
  system: boolean;
  delivered: number;
  confirmed: number;
  created_by_name: string | null;
  created_at: number;
}

export interface Outgoing {
  audience: Audience;
  needs_confirm: boolean;
  texts: Texts;
}

export const SENT_KEY = 'notify/sent';

export async function listSent(state: TableState, signal: AbortSignal): Promise<Listed<Sent>> {
  const body = { page: state.page, size: state.size };
  return (await callUntyped('notify/sent', body, { signal, silent: true })) as Listed<Sent>;
}

/** How many accounts it was delivered to. */
export async function sendNotification(outgoing: Outgoing): Promise<number> {
  const { delivered } = (await callUntyped('notify/send', outgoing, { silent: true })) as {
    delivered: number;
  };
  return delivered;
}
