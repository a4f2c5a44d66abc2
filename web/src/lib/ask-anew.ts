import type { QueryClient } from '@tanstack/react-query';

/**
 * What these calls answered counts no longer: what is on screen is asked for again. Answers on their way were asked for
 * earlier; marking them as outdated is not enough, because one that is the first of its kind would still be taken.
 */
export async function askAnew(queryClient: QueryClient, calls: readonly string[]): Promise<void> {
  const keys = calls.map((call) => ({ queryKey: [call] }));
  await Promise.all(keys.map((key) => queryClient.cancelQueries(key)));
  await Promise.all(keys.map((key) => queryClient.invalidateQueries(key)));
}
