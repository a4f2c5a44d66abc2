import { callScreening } from '@/lib/screening/calls';

export const CHANNEL_NAMES_KEY = 'channel/names';

/** By their priority: the order in which they are asked when a project names none. */
export async function listChannelNames(signal: AbortSignal): Promise<readonly string[]> {
  const channels = await callScreening('channel/list', {}, { signal });
  return channels.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name);
}
