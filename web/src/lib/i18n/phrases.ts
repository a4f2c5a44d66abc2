/** Joins short texts according to the rules of each language. */
import type { Language } from '@/config/constants';
import { narrowList } from '@/lib/formatters';

export function joinNames(language: Language, names: readonly string[]): string {
  return narrowList(language).format(names);
}

/** Joins a label and its text. */
export function withLabel(language: Language, label: string, text: string): string {
  return language === 'zh' || language === 'ja' ? `${label}：${text}` : `${label}: ${text}`;
}
