/**
 * Points travel as integers in 1/10,000 point. Formatting stays in integers from end to end: a balance that
 * went through floating point could show a digit that nobody owns.
 */
import { POINT_FRACTION_DIGITS } from '@/config/constants';

/** Cuts off (never rounds up) what the account's decimals do not show. */
export function formatPoints(amount: number | bigint, decimals: number, locale: string): string {
  const units = BigInt(amount);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(POINT_FRACTION_DIGITS + 1, '0');
  const whole = BigInt(digits.slice(0, -POINT_FRACTION_DIGITS));
  const places = Math.max(0, Math.trunc(decimals));
  const fraction = digits.slice(-POINT_FRACTION_DIGITS).slice(0, places).padEnd(places, '0');
  const shownAsZero = whole === 0n && /^0*$/.test(fraction);
  const sign = negative && !shownAsZero ? '-' : '';
  const grouped = new Intl.NumberFormat(locale).format(whole);
  return places === 0 ? sign + grouped : `${sign}${grouped}${decimalSeparator(locale)}${fraction}`;
}

function decimalSeparator(locale: string): string {
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return part?.value ?? '.';
}
