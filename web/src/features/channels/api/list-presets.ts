import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { PresetView } from '@/lib/screening/preset-types';

export const PRESETS_KEY = 'channel/presets';

export function listPresets(signal?: AbortSignal): Promise<readonly PresetView[]> {
  return callScreening('channel/presets', {}, signal ? { signal } : {});
}

export function presetsOptions() {
  return queryOptions({ queryKey: [PRESETS_KEY], queryFn: ({ signal }) => listPresets(signal) });
}
