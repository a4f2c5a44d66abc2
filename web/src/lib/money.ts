/**
 * Points are integers in 1/10,000 point. Formatting uses integers only, because floating point could show
 * wrong digits.
 */
import {
  POINT_FRACTION_DIGITS,
  RECHARGE_MAX_USDT,
  RECHARGE_MIN_USDT,
  USDT_INPUT_DIGITS,
} from '@/config/constants';
import { numberFormat } from './formatters';

/** Truncates to the account's decimals. Never rounds up. */
export function formatPoints(amount: number | bigint, decimals: number, locale: string): string {
  const units = BigInt(amount);
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(POINT_FRACTION_DIGITS + 1, '0');
  const whole = BigInt(digits.slice(0, -POINT_FRACTION_DIGITS));
  const places = Math.max(0, Math.trunc(decimals));
  const fraction = digits.slice(-POINT_FRACTION_DIGITS).slice(0, places).padEnd(places, '0');
  const shownAsZero = whole === 0n && /^0*$/.test(fraction);
  const sign = negative && !shownAsZero ? '-' : '';
  const grouped = numberFormat(locale).format(whole);
  return places === 0 ? sign + grouped : `${sign}${grouped}${decimalSeparator(locale)}${fraction}`;
}

/** An amount in 1/1,000,000 USDT with two decimals. Never rounds up. */
export function formatUsdt(micro: number, locale: string): string {
  // Points have four decimals.
  return formatPoints(BigInt(micro) / 100n, USDT_INPUT_DIGITS, locale);
}

function decimalSeparator(locale: string): string {
  const part = numberFormat(locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal');
  return part?.value ?? '.';
}

/**
 * Parses a typed amount into its smallest units. Returns null for anything else, including too many decimals.
 */
export function parseAmount(typed: string, fractionDigits: number): bigint | null {
  // Many locales use a decimal comma.
  const [, sign, whole, fraction = ''] = /^([-−]?)(\d{1,15})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > fractionDigits) return null;
  const units = BigInt(whole + fraction.padEnd(fractionDigits, '0'));
  return sign ? -units : units;
}

/** The form a user would type: a decimal point, no trailing zeros, independent of the language. */
export function typedPoints(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(POINT_FRACTION_DIGITS + 1, '0');
  const fraction = digits.slice(-POINT_FRACTION_DIGITS).replace(/0+$/, '');
  const whole = (amount < 0 ? '-' : '') + digits.slice(0, -POINT_FRACTION_DIGITS);
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * The smallest amount that buys at least these points, as a user would type it; at least the minimum of an order.
 * `rate` is in 1/10,000 point per USDT. Null if one order cannot buy as many.
 */
export function usdtFor(points: number, rate: number): string | null {
  if (rate <= 0) return null;
  const unit = 10n ** BigInt(USDT_INPUT_DIGITS);
  const [needed, per] = [BigInt(points) * unit, BigInt(rate)];
  const least = BigInt(RECHARGE_MIN_USDT) * unit;
  const exact = (needed + per - 1n) / per;
  const hundredths = exact > least ? exact : least;
  return rechargeAmount(
    `${hundredths / unit}.${(hundredths % unit).toString().padStart(USDT_INPUT_DIGITS, '0')}`,
  );
}

/** The points that a typed amount buys, rounded down like the server does; null if no order can be created. */
export function pointsFor(typed: string, rate: number): bigint | null {
  const amount = rechargeAmount(typed);
  const hundredths = amount === null ? null : parseAmount(amount, USDT_INPUT_DIGITS);
  return hundredths === null ? null : (hundredths * BigInt(rate)) / 10n ** BigInt(USDT_INPUT_DIGITS);
}

/** The amount in the server's format, or null if no order can be created for it. */
export function rechargeAmount(typed: string): string | null {
  const hundredths = parseAmount(typed, USDT_INPUT_DIGITS);
  if (hundredths === null) return null;
  const unit = 10n ** BigInt(USDT_INPUT_DIGITS);
  if (hundredths < BigInt(RECHARGE_MIN_USDT) * unit || hundredths > BigInt(RECHARGE_MAX_USDT) * unit)
    return null;
  return `${hundredths / unit}.${(hundredths % unit).toString().padStart(USDT_INPUT_DIGITS, '0')}`;
}
