/** Loads messages in eight chunks per language, so that each page fetches only what it uses. */
import type { Language } from '@/config/constants';
import type {
  AdminMessages,
  ApiMessages,
  ConsoleMessages,
  MoneyMessages,
  NumberMessages,
  OperationsMessages,
  PublicMessages,
  WorkMessages,
} from './messages';

export interface MessageLoader {
  public: () => Promise<PublicMessages>;
  console: () => Promise<ConsoleMessages>;
  admin: () => Promise<AdminMessages>;
  api: () => Promise<ApiMessages>;
  money: () => Promise<MoneyMessages>;
  numbers: () => Promise<NumberMessages>;
  operations: () => Promise<OperationsMessages>;
  work: () => Promise<WorkMessages>;
}

export const messageLoaders: Record<Language, MessageLoader> = {
  zh: {
    public: async () => (await import('./zh/public')).default,
    console: async () => (await import('./zh/console')).default,
    admin: async () => (await import('./zh/admin')).default,
    api: async () => (await import('./zh/api')).default,
    money: async () => (await import('./zh/money')).default,
    numbers: async () => (await import('./zh/numbers')).default,
    operations: async () => (await import('./zh/operations')).default,
    work: async () => (await import('./zh/work')).default,
  },
  en: {
    public: async () => (await import('./en/public')).default,
    console: async () => (await import('./en/console')).default,
    admin: async () => (await import('./en/admin')).default,
    api: async () => (await import('./en/api')).default,
    money: async () => (await import('./en/money')).default,
    numbers: async () => (await import('./en/numbers')).default,
    operations: async () => (await import('./en/operations')).default,
    work: async () => (await import('./en/work')).default,
  },
  es: {
    public: async () => (await import('./es/public')).default,
    console: async () => (await import('./es/console')).default,
    admin: async () => (await import('./es/admin')).default,
    api: async () => (await import('./es/api')).default,
    money: async () => (await import('./es/money')).default,
    numbers: async () => (await import('./es/numbers')).default,
    operations: async () => (await import('./es/operations')).default,
    work: async () => (await import('./es/work')).default,
  },
  ja: {
    public: async () => (await import('./ja/public')).default,
    console: async () => (await import('./ja/console')).default,
    admin: async () => (await import('./ja/admin')).default,
    api: async () => (await import('./ja/api')).default,
    money: async () => (await import('./ja/money')).default,
    numbers: async () => (await import('./ja/numbers')).default,
    operations: async () => (await import('./ja/operations')).default,
    work: async () => (await import('./ja/work')).default,
  },
};
