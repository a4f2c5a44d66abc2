/** Determines the language: the stored choice, else the browser's, else Chinese. */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@/config/constants';

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
