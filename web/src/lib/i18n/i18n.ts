/** Translations, loaded one language at a time and only as far as they are read. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_COOKIE, type Language } from '@/config/constants';
import { PREFERENCE_MAX_AGE_SECONDS, readCookie, writeCookie } from '@/lib/cookies';
import { type MessageLoader, messageLoaders } from '@/locales/loaders';
import { detectLanguage } from './language';

type Part = keyof MessageLoader;

const NAMESPACE = 'translation';
/** Which parts this page has needed so far; another language needs the same ones. */
const neededParts = new Set<Part>(['public']);
const loaded = new Set<string>();

async function loadPart(language: Language, part: Part): Promise<void> {
  const key = `${language}/${part}`;
  if (loaded.has(key)) return;
  const messages = await messageLoaders[language][part]();
  i18next.addResourceBundle(language, NAMESPACE, messages, true);
  loaded.add(key);
}

async function loadLanguage(language: Language): Promise<void> {
  await Promise.all([...neededParts].map((part) => loadPart(language, part)));
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
  applyToDocument(language);
}

/** The texts behind the login, to be there before anything of it is rendered. */
export async function loadConsoleMessages(): Promise<void> {
  neededParts.add('console');
  await loadLanguage(currentLanguage());
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
