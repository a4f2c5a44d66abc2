/** How the server's words are read: statuses, types, countries and the like. A word nobody knows is shown as it is. */
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Category, TaskMode, TaskState } from './types';

export interface Labels {
  status: (status: string) => string;
  kind: (kind: string) => string;
  category: (category: Category) => string;
  /** Two letters, "001" for numbers of no country, or nothing. */
  country: (code: string) => string;
  mode: (mode: TaskMode) => string;
  taskState: (state: TaskState) => string;
  /** Why a row of a list was rejected. */
  rejection: (reason: string) => string;
  /** Why there is no definite answer about a number. */
  reason: (code: string) => string;
}

export function useLabels(): Labels {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const named = (group: string) => (word: string) => {
      const key = `words.${group}.${word}`;
      return i18next.exists(key) ? t(key as 'words.statuses.unknown') : word;
    };
    const country = countryNamer(language);
    return {
      status: named('statuses'),
      kind: named('kinds'),
      category: named('categories'),
      country: (code) => country(code) ?? t('words.no_country'),
      mode: named('modes'),
      taskState: named('task_states'),
      rejection: named('rejections'),
      reason: named('reasons'),
    };
  }, [t, language]);
}

/** Null for numbers that belong to no country. */
export function countryNamer(language: string): (code: string) => string | null {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  return (code) => {
    if (!/^[A-Z]{2}$/.test(code)) return null;
    return names.of(code) ?? code;
  };
}

/** Whether an answer is good news, bad news, or none: decides the colour, never alone. */
export type Tone = 'good' | 'bad' | 'none';

const GOOD: ReadonlySet<string> = new Set(['valid', 'known', 'active', 'registered', 'reachable', 'exists']);
const NONE: ReadonlySet<string> = new Set(['unknown', 'skipped']);

export function statusTone(status: string): Tone {
  if (GOOD.has(status)) return 'good';
  return NONE.has(status) ? 'none' : 'bad';
}
