import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';

export const CHANNELS_KEY = 'channel/list';

export function listChannels(signal?: AbortSignal): Promise<readonly ChannelView[]> {
  return callScreening('channel/list', {}, signal ? { signal } : {});
}
