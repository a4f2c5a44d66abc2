import { useLanguage } from '@/lib/i18n/use-language';

/** Whole numbers as the language on the screen writes them. */
export function useFormat(): (value: number) => string {
  const format = new Intl.NumberFormat(useLanguage());
  return (value) => format.format(value);
}

/** What stands between thousands, and before decimals, in the language on the screen. */
export function useSeparators(): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(useLanguage()).formatToParts(1_234_567.8);
  const part = (type: 'group' | 'decimal'): string => parts.find((each) => each.type === type)?.value ?? '';
  return { group: part('group'), decimal: part('decimal') };
}
