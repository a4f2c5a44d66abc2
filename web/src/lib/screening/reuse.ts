/** A rerun reuses the answers of the first run, so that they are not charged again. */
import { FRESHNESS_MAX_DAYS } from '@/config/constants';

/** Search parameter of the wizard: days from which answers are reused. */
export const REUSE_PARAM = 'reuse';

const DAY_S = 86_400;

/** The days that reach back to a task that was created at this time. */
export function reuseDays(createdAt: number, nowSeconds: number): number {
  const days = Math.ceil((nowSeconds - createdAt) / DAY_S) + 1;
  return Math.min(FRESHNESS_MAX_DAYS, Math.max(1, days));
}
