/** Small pieces of text put together as the language on the screen writes them. */
import type { Language } from '@/config/constants';

/** Names one after the other. */
export function listed(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(language, { style: 'narrow' }).format(names);
}

/** What something is, and then the thing. */
export function labelled(language: Language, label: string, text: string): string {
  return language === 'zh' || language === 'ja' ? `${label}：${text}` : `${label}: ${text}`;
}
