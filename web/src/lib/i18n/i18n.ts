/** Translations, loaded per language and only for the parts that are used. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_COOKIE, type Language } from '@/config/constants';
import { PREFERENCE_MAX_AGE_SECONDS, readCookie, writeCookie } from '@/lib/cookies';
import { type MessageLoader, messageLoaders } from '@/locales/loaders';
import { detectLanguage, languageOf } from './language';

type Part = keyof MessageLoader;

const NAMESPACE = 'translation';
/** Parts that this page has loaded so far. After a language switch the same parts are loaded. */
const neededParts = new Set<Part>(['public']);
const loads = new Map<string, Promise<void>>();

/** Several callers wait for one load. A failed one is forgotten. */
function loadPart(language: Language, part: Part): Promise<void> {
  const key = `${language}/${part}`;
  const load = loads.get(key) ?? fetchPart(language, part);
  loads.set(key, load);
  load.catch(() => loads.delete(key));
  return load;
}

async function fetchPart(language: Language, part: Part): Promise<void> {
  const messages = await messageLoaders[language][part]();
  i18next.addResourceBundle(language, NAMESPACE, messages, true);
}

async function loadLanguage(language: Language): Promise<void> {
  await Promise.all([...neededParts].map((part) => loadPart(language, part)));
}

function applyToDocument(language: Language): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : language;
}

/** Resolves when the texts of the first page are there. The language is known at once. */
export async function initI18n(): Promise<void> {
  const language = detectLanguage(readCookie(LANGUAGE_COOKIE), navigator.languages);
  const ready = i18next.use(initReactI18next).init({
    lng: language,
    // No fallback: every language is complete, and tests should notice a missing key.
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
  });
  await Promise.all([ready, loadLanguage(language)]);
  applyToDocument(language);
}

/** Loads the messages of a part. Call this before rendering components that use them. */
export async function loadMessages(part: Part): Promise<void> {
  neededParts.add(part);
  await loadLanguage(currentLanguage());
}

export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  writeCookie(LANGUAGE_COOKIE, language, PREFERENCE_MAX_AGE_SECONDS);
  await i18next.changeLanguage(language);
  applyToDocument(language);
}

export function currentLanguage(): Language {
  return languageOf(i18next.language);
}
