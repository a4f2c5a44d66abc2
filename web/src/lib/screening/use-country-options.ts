import { useMemo } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { COUNTRY_CODES } from './countries';
import { countryNamer } from './labels';

export interface CountryOption {
  value: string;
  label: string;
}

/** Countries for a select, sorted in the reader's language. */
export function useCountryOptions(codes: readonly string[] = COUNTRY_CODES): CountryOption[] {
  const language = useLanguage();
  return useMemo(() => {
    const name = countryNamer(language);
    const compare = new Intl.Collator(language).compare;
    return codes
      .map((value) => ({ value, label: `${name(value) ?? value} (${value})` }))
      .toSorted((a, b) => compare(a.label, b.label));
  }, [codes, language]);
}
