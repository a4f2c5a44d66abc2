/** Formats file sizes in the reader's language. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function formatBytes(bytes: number, locale: string): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  // "0 byte" is no text for a table.
  if (unit === 0) return `${new Intl.NumberFormat(locale).format(bytes)} B`;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[unit] ?? 'gigabyte',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size);
}
