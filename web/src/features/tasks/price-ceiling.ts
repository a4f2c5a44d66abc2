import { POINT_FRACTION_DIGITS } from '@/config/constants';
import { parseAmount } from '@/lib/money';

/** A typed price ceiling in 1/10,000 point. Null if it is invalid, negative or not exactly representable in JSON. */
export function ceilingOf(typed: string): number | null {
  const units = parseAmount(typed, POINT_FRACTION_DIGITS);
  if (units === null || units < 0n) return null;
  const amount = Number(units);
  return Number.isSafeInteger(amount) ? amount : null;
}
