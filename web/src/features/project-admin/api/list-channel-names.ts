import { callScreening } from '@/lib/screening/calls';

export const CHANNEL_NAMES_KEY = 'channel/names';

/** By priority, the default order of a project's channels. */
export async function listChannelNames(signal: AbortSignal): Promise<readonly string[]> {
  const channels = await callScreening('channel/list', {}, { signal });
  return channels.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name);
}
