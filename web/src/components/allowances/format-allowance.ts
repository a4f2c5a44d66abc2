import type { components } from '@/lib/api/schema';

export type Resource = components['schemas']['Resource'];

const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
/** Bytes are set in gigabytes. */
export const GIGABYTE = STEP ** 3;

/** A value of an allowance: bytes in a fitting unit, everything else as a count. */
export function formatAllowance(resource: Resource, value: number, language: string): string {
  if (resource !== 'stored_bytes') return new Intl.NumberFormat(language).format(value);
  let index = 0;
  let shown = value;
  while (shown >= STEP && index < UNITS.length - 1) {
    shown /= STEP;
    index += 1;
  }
  const unit = UNITS[index] ?? 'byte';
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(shown);
}
