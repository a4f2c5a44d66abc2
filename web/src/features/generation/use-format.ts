import { useLanguage } from '@/lib/i18n/use-language';

/** Whole numbers as the language on the screen writes them. */
export function useFormat(): (value: number) => string {
  const format = new Intl.NumberFormat(useLanguage());
  return (value) => format.format(value);
}
