import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { type Country, choicesOptions } from './api/spaces';

/** All countries, sorted in the current language. */
export function useCountries(): readonly Country[] {
  const language = useLanguage();
  const { data } = useQuery(choicesOptions(language, null));
  return useMemo(() => {
    const { compare } = new Intl.Collator(language === 'zh' ? 'zh-CN' : language);
    return (data?.countries ?? []).toSorted((a, b) => compare(a.name, b.name));
  }, [data, language]);
}

export function useCountryName(): (code: string) => string {
  const countries = useCountries();
  return (code) => countries.find((country) => country.code === code)?.name ?? code;
}
