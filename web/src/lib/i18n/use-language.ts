import { useTranslation } from 'react-i18next';
import type { Language } from '@/config/constants';

/** The language on the screen; components that use it follow a switch at once. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
