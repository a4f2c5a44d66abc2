/**
 * Five chunks a language: for the pages before the login, for all behind it, for administration and the own account,
 * for money, and for generated numbers. Only what is read is fetched.
 */
import type { Language } from '@/config/constants';
import type {
  AdminMessages,
  ConsoleMessages,
  MoneyMessages,
  NumberMessages,
  PublicMessages,
} from './messages';

export interface MessageLoader {
  public: () => Promise<PublicMessages>;
  console: () => Promise<ConsoleMessages>;
  admin: () => Promise<AdminMessages>;
  money: () => Promise<MoneyMessages>;
  numbers: () => Promise<NumberMessages>;
}

export const messageLoaders: Record<Language, MessageLoader> = {
  zh: {
    public: async () => (await import('./zh/public')).default,
    console: async () => (await import('./zh/console')).default,
    admin: async () => (await import('./zh/admin')).default,
    money: async () => (await import('./zh/money')).default,
    numbers: async () => (await import('./zh/numbers')).default,
  },
  en: {
    public: async () => (await import('./en/public')).default,
    console: async () => (await import('./en/console')).default,
    admin: async () => (await import('./en/admin')).default,
    money: async () => (await import('./en/money')).default,
    numbers: async () => (await import('./en/numbers')).default,
  },
  es: {
    public: async () => (await import('./es/public')).default,
    console: async () => (await import('./es/console')).default,
    admin: async () => (await import('./es/admin')).default,
    money: async () => (await import('./es/money')).default,
    numbers: async () => (await import('./es/numbers')).default,
  },
  ja: {
    public: async () => (await import('./ja/public')).default,
    console: async () => (await import('./ja/console')).default,
    admin: async () => (await import('./ja/admin')).default,
    money: async () => (await import('./ja/money')).default,
    numbers: async () => (await import('./ja/numbers')).default,
  },
};
