/** One chunk a language; only the one in use is fetched. */
import type { Language } from '@/config/constants';
import type { Messages } from './messages';

export const messageLoaders: Record<Language, () => Promise<Messages>> = {
  zh: async () => (await import('./zh/messages')).default,
  en: async () => (await import('./en/messages')).default,
  es: async () => (await import('./es/messages')).default,
  ja: async () => (await import('./ja/messages')).default,
};
