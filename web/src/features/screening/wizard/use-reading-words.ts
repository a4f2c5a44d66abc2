/** Names of columns and countries in sentences about how a file is read. */
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { countryNamer } from '@/lib/screening/labels';
import type { Preview } from '@/lib/screening/list-types';
import { columnLetter } from './mapping';

export function useColumnName(preview: Pick<Preview, 'columns'>): (index: number) => string {
  const { t } = useTranslation();
  return (index) =>
    preview.columns[index]?.name || t('screening.map.column_n', { letter: columnLetter(index) });
}

/** An empty code means that the numbers include the calling code. */
export function useCountryName(): (code: string) => string {
  const { t } = useTranslation();
  const name = countryNamer(useLanguage());
  return (code) => (code === '' ? t('screening.ask.no_country') : (name(code) ?? code));
}
