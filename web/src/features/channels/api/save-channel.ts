import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';
import type { ChannelConfig } from '../config';

/** A channel as fields or as YAML. */
export type Given = { config: ChannelConfig } | { yaml: string };

/** Version 0 creates a new channel. */
export type SaveChannel = Given & { version: number; priority: number; enabled: boolean };

export function saveChannel(request: SaveChannel): Promise<ChannelView> {
  return callScreening('channel/save', request);
}
