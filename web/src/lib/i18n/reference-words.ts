import type { Language } from '@/config/constants';

/** For each English text the same in another language. */
export type Words = Readonly<Record<string, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<Words | null>>> = {
  en: async () => null,
  es: async () => (await import('@/locales/es/api-reference')).default,
  ja: async () => (await import('@/locales/ja/api-reference')).default,
  zh: async () => (await import('@/locales/zh/api-reference')).default,
};

/** What the description of the public API says, which the server writes in English; null where that is fine. */
export async function referenceWords(language: Language): Promise<Words | null> {
  return LOADERS[language]();
}
