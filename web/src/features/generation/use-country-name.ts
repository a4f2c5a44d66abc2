import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLanguage } from '@/lib/i18n/use-language';
import { type Country, fetchChoices, OPTIONS_KEY } from './api/spaces';

/** All countries, sorted in the current language. */
export function useCountries(): readonly Country[] {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [OPTIONS_KEY, language, null],
    queryFn: ({ signal }) => fetchChoices(null, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const { compare } = new Intl.Collator(language === 'zh' ? 'zh-CN' : language);
    return (data?.countries ?? []).toSorted((a, b) => compare(a.name, b.name));
  }, [data, language]);
}

export function useCountryName(): (code: string) => string {
  const countries = useCountries();
  return (code) => countries.find((country) => country.code === code)?.name ?? code;
}
