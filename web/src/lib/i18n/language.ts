/** Determines the language: the stored choice, else the browser's, else Chinese. */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@/config/constants';

/** The language of a code that i18next holds. */
export function languageOf(code: string): Language {
  return LANGUAGES.find((language) => language === code) ?? DEFAULT_LANGUAGE;
}

export function detectLanguage(stored: string | null, browser: readonly string[]): Language {
  const chosen = LANGUAGES.find((language) => language === stored);
  if (chosen) return chosen;
  for (const tag of browser) {
    // Compare only the primary subtag: `en-GB` is English, `zen` is not.
    const primary = tag.toLowerCase().split('-', 1)[0];
    const match = LANGUAGES.find((language) => language === primary);
    if (match) return match;
  }
  return DEFAULT_LANGUAGE;
}
