import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';
import type { ChannelConfig } from '../config';

/** Version 0 makes a new one. */
export interface SaveChannel {
  version: number;
  priority: number;
  enabled: boolean;
  config: ChannelConfig;
}

export function saveChannel(request: SaveChannel): Promise<ChannelView> {
  return callScreening('channel/save', request);
}
