import { callScreening } from '@/lib/screening/calls';
import type { ChannelConfig } from '../config';
import type { Fault } from '../faults';
import type { Given } from './save-channel';

/** The same channel in both forms, all secrets masked, and what is wrong with it. */
export interface Validated {
  config: ChannelConfig;
  yaml: string;
  faults: readonly Fault[];
}

export async function validateChannel(given: Given): Promise<Validated> {
  const { config, yaml, faults } = await callScreening('channel/validate', given);
  return { config: config as ChannelConfig, yaml, faults };
}
