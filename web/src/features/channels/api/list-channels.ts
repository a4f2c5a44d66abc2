import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';

export const CHANNELS_KEY = 'channel/list';

export function listChannels(signal?: AbortSignal): Promise<readonly ChannelView[]> {
  return callScreening('channel/list', {}, signal ? { signal } : {});
}

export function channelsOptions() {
  return queryOptions({ queryKey: [CHANNELS_KEY], queryFn: ({ signal }) => listChannels(signal) });
}
