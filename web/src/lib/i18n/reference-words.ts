import type { Language } from '@/config/constants';

/** Translations keyed by the English text. */
export type Words = Readonly<Record<string, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<Words | null>>> = {
  en: async () => null,
  es: async () => (await import('@/locales/es/api-reference')).default,
  ja: async () => (await import('@/locales/ja/api-reference')).default,
  zh: async () => (await import('@/locales/zh/api-reference')).default,
};

/** Translations of the public API's description, which the server provides in English. Null for English. */
export async function referenceWords(language: Language): Promise<Words | null> {
  return LOADERS[language]();
}
