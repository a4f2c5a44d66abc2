import { queryOptions } from '@tanstack/react-query';
import { callScreening } from '@/lib/screening/calls';

export function channelNamesOptions() {
  return queryOptions({ queryKey: ['channel/names'], queryFn: ({ signal }) => listChannelNames(signal) });
}

/** By priority, the default order of a project's channels. */
async function listChannelNames(signal: AbortSignal): Promise<readonly string[]> {
  const channels = await callScreening('channel/list', {}, { signal });
  return channels.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name);
}
