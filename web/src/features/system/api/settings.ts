import { callUntyped } from '@/lib/api/client';

/** As the server keeps them: seconds, basis points, 1/10,000 points. */
export type Settings = Readonly<Record<string, number | boolean | string | null>>;

export interface StoredSettings {
  version: number;
  settings: Settings;
}

export const SETTINGS_KEY = 'setting/get';

export async function fetchSettings(signal?: AbortSignal): Promise<StoredSettings> {
  const answer = await callUntyped('setting/get', {}, { silent: true, ...(signal ? { signal } : {}) });
  return answer as StoredSettings;
}

export async function saveSettings(stored: StoredSettings): Promise<number> {
  const { version } = (await callUntyped('setting/save', stored, { silent: true })) as { version: number };
  return version;
}
