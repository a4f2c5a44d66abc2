import type { Schemas } from '@/lib/api/schemas';
import { callScreening } from '@/lib/screening/calls';
import type { ChannelView } from '@/lib/screening/types';
import type { ChannelConfig } from '../config';

/** A preset with the inputs that it needs. */
export type PresetChoice = Schemas['PresetChoice'];

/** A channel as fields, as YAML or from a preset. */
export type Given = { config: ChannelConfig } | { yaml: string } | { preset: PresetChoice };

/** Version 0 creates a new channel. */
export type SaveChannel = Given & { version: number; priority: number; enabled: boolean };

export function saveChannel(request: SaveChannel): Promise<ChannelView> {
  return callScreening('channel/save', request);
}
