import { queryOptions } from '@tanstack/react-query';
import { type CallData, callFor } from '@/lib/api/client';

/** In the server's units: seconds, basis points, 1/10,000 points. */
export type Settings = Readonly<Record<string, number | boolean | string | null>>;

export interface StoredSettings {
  version: number;
  settings: Settings;
}

export const SETTINGS_KEY = 'setting/get';

export function fetchSettings(signal?: AbortSignal): Promise<StoredSettings> {
  return callFor('setting/get', {}, { silent: true, ...(signal ? { signal } : {}) });
}

/** Sends all settings back, including those that this form does not know. */
export function saveSettings(
  stored: StoredSettings,
  proof: { password?: string; code?: string },
): Promise<CallData<'setting/save'>> {
  return callFor('setting/save', { ...stored, ...proof }, { silent: true });
}

export function settingsOptions() {
  return queryOptions({ queryKey: [SETTINGS_KEY], queryFn: ({ signal }) => fetchSettings(signal) });
}
