import { useTranslation } from 'react-i18next';
import type { Language } from '@/config/constants';
import { languageOf } from './language';

/** The current language. Components that use this hook rerender after a language switch. */
export function useLanguage(): Language {
  return languageOf(useTranslation().i18n.language);
}
