import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';
import type { ChannelConfig } from '../config';

/** Both forms of a channel are good: its fields or its text. */
export type Given = { config: ChannelConfig } | { yaml: string };

/** Version 0 makes a new one. */
export type SaveChannel = Given & { version: number; priority: number; enabled: boolean };

export function saveChannel(request: SaveChannel): Promise<ChannelView> {
  return callScreening('channel/save', request);
}
