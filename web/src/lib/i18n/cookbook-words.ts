import type { Language } from '@/config/constants';
import type { Words } from './reference-words';

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => ({}),
  es: async () => (await import('@/locales/es/cookbook')).default,
  ja: async () => (await import('@/locales/ja/cookbook')).default,
  zh: async () => (await import('@/locales/zh/cookbook')).default,
};

/** Translations of the cookbook, keyed by the English text. */
export async function cookbookWords(language: Language): Promise<Words> {
  return LOADERS[language]();
}
