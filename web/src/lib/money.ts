/**
 * Points travel as integers in 1/10,000 point. Formatting stays in integers from end to end: a balance that
 * went through floating point could show a digit that nobody owns.
 */
import {
  POINT_FRACTION_DIGITS,
  RECHARGE_MAX_USDT,
  RECHARGE_MIN_USDT,
  USDT_INPUT_DIGITS,
} from '@/config/constants';

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

/** A typed amount as a whole number of its smallest units; null for anything else, also for too many decimals. */
export function parseAmount(typed: string, fractionDigits: number): bigint | null {
  // A comma is how half of the world types the point.
  const [, sign, whole, fraction = ''] = /^([-−]?)(\d{1,15})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > fractionDigits) return null;
  const units = BigInt(whole + fraction.padEnd(fractionDigits, '0'));
  return sign ? -units : units;
}

/** As somebody would type it: all its decimals, none that say nothing, and a point, whatever the reader's language. */
export function typedPoints(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(POINT_FRACTION_DIGITS + 1, '0');
  const fraction = digits.slice(-POINT_FRACTION_DIGITS).replace(/0+$/, '');
  const whole = (amount < 0 ? '-' : '') + digits.slice(0, -POINT_FRACTION_DIGITS);
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The amount as the server takes it, or null when no order can be made for it. */
export function rechargeAmount(typed: string): string | null {
  const hundredths = parseAmount(typed, USDT_INPUT_DIGITS);
  if (hundredths === null) return null;
  const unit = 10n ** BigInt(USDT_INPUT_DIGITS);
  if (hundredths < BigInt(RECHARGE_MIN_USDT) * unit || hundredths > BigInt(RECHARGE_MAX_USDT) * unit)
    return null;
  return `${hundredths / unit}.${(hundredths % unit).toString().padStart(USDT_INPUT_DIGITS, '0')}`;
}
