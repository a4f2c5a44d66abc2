import { EVENTS_RETRY_MAX_MS, EVENTS_RETRY_MIN_MS } from '@/config/constants';

/**
 * Doubles after each failure up to a limit. `random` (0 to 1) subtracts up to half so that clients do not
 * reconnect all at once after a restart.
 */
export function retryDelay(failures: number, random: number): number {
  const full = Math.min(EVENTS_RETRY_MAX_MS, EVENTS_RETRY_MIN_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(full * (1 - random / 2));
}
