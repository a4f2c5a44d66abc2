/** Two chunks a language: one for the pages before the login, one for all behind it. Only what is read is fetched. */
import type { Language } from '@/config/constants';
import type { ConsoleMessages, PublicMessages } from './messages';

export interface MessageLoader {
  public: () => Promise<PublicMessages>;
  console: () => Promise<ConsoleMessages>;
}

export const messageLoaders: Record<Language, MessageLoader> = {
  zh: {
    public: async () => (await import('./zh/public')).default,
    console: async () => (await import('./zh/console')).default,
  },
  en: {
    public: async () => (await import('./en/public')).default,
    console: async () => (await import('./en/console')).default,
  },
  es: {
    public: async () => (await import('./es/public')).default,
    console: async () => (await import('./es/console')).default,
  },
  ja: {
    public: async () => (await import('./ja/public')).default,
    console: async () => (await import('./ja/console')).default,
  },
};
