import { useLanguage } from '@/lib/i18n/use-language';

/** Formats integers in the current language. */
export function useFormat(): (value: number) => string {
  const format = new Intl.NumberFormat(useLanguage());
  return (value) => format.format(value);
}

/** Thousands and decimal separators of the current language. */
export function useSeparators(): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(useLanguage()).formatToParts(1_234_567.8);
  const part = (type: 'group' | 'decimal'): string => parts.find((each) => each.type === type)?.value ?? '';
  return { group: part('group'), decimal: part('decimal') };
}
