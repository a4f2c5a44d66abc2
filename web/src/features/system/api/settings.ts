import { type CallBody, callFor } from '@/lib/api/client';

/** As the server keeps them: seconds, basis points, 1/10,000 points. */
export type Settings = Readonly<Record<string, number | boolean | string | null>>;

export interface StoredSettings {
  version: number;
  settings: Settings;
}

export const SETTINGS_KEY = 'setting/get';

export function fetchSettings(signal?: AbortSignal): Promise<StoredSettings> {
  return callFor('setting/get', {}, { silent: true, ...(signal ? { signal } : {}) });
}

/** What came from the server goes back to it, with all that this form does not know. */
export async function saveSettings(stored: StoredSettings): Promise<number> {
  return (await callFor('setting/save', stored as CallBody<'setting/save'>, { silent: true })).version;
}
