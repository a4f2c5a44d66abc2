/** Translations, loaded one language at a time. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_COOKIE, type Language } from '@/config/constants';
import { PREFERENCE_MAX_AGE_SECONDS, readCookie, writeCookie } from '@/lib/cookies';
import { messageLoaders } from '@/locales/loaders';
import { detectLanguage } from './language';

async function loadLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const messages = await messageLoaders[language]();
  i18next.addResourceBundle(language, 'translation', messages);
}

function applyToDocument(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
}

export async function initI18n(): Promise<void> {
  const language = detectLanguage(readCookie(LANGUAGE_COOKIE), navigator.languages);
  await i18next.use(initReactI18next).init({
    lng: language,
    // No fallback: every language is complete, and a missing key must be seen in tests.
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
  });
  await loadLanguage(language);
  // The bundle came after init; announcing the language again lets everyone pick it up.
  await i18next.changeLanguage(language);
  applyToDocument(language);
}

export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  writeCookie(LANGUAGE_COOKIE, language, PREFERENCE_MAX_AGE_SECONDS);
  await i18next.changeLanguage(language);
  applyToDocument(language);
}

export function currentLanguage(): Language {
  return i18next.language as Language;
}
