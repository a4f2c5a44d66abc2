import { callScreening } from '@/lib/screening/calls';
import type { ChannelConfig } from '../config';
import type { Fault } from '../faults';
import type { Given } from './save-channel';

/** The channel in both formats with masked secrets, and its faults. */
export interface Validated {
  config: ChannelConfig;
  yaml: string;
  faults: readonly Fault[];
}

export async function validateChannel(given: Given): Promise<Validated> {
  const { config, yaml, faults } = await callScreening('channel/validate', given);
  return { config: config as ChannelConfig, yaml, faults };
}
