import { POINT_FRACTION_DIGITS } from '@/config/constants';

/** As many decimals as the amount needs, but at least `least`. */
export function neededDigits(amount: number, least: number): number {
  const digits = String(Math.abs(amount)).padStart(POINT_FRACTION_DIGITS + 1, '0');
  return Math.max(least, digits.slice(-POINT_FRACTION_DIGITS).replace(/0+$/, '').length);
}
