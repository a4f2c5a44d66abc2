/** Formats one amount and one date: the first use of each loads data of the language, which takes long on a phone. */
import { numberFormat } from '@/lib/formatters';
import { formatPoints } from '@/lib/money';
import { formatMoment } from '@/lib/time';

export function warmFormatters(locale: string): void {
  formatPoints(0, 2, locale);
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(0);
  formatMoment(0, locale);
}
