/**
 * Labels for the server's codes: statuses, types, countries and so on. Unknown codes are shown as they are.
 */
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { regionNames } from '@/lib/formatters';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Category, TaskMode, TaskState } from './types';

export interface Labels {
  status: (status: string) => string;
  kind: (kind: string) => string;
  category: (category: Category) => string;
  /** A two-letter code, "001" for numbers without a country, or empty. */
  country: (code: string) => string;
  mode: (mode: TaskMode) => string;
  taskState: (state: TaskState) => string;
  completedWithFailures: string;
  /** Why a row of a list was rejected. */
  rejection: (reason: string) => string;
  /** Why a number has no definite answer. */
  reason: (code: string) => string;
  /** Where an answer comes from; empty for none. */
  source: (code: string) => string;
}

export function useLabels(): Labels {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => {
    const named = (group: string) => (word: string) => {
      const key = `words.${group}.${word}`;
      return i18next.exists(key) ? t(key, word) : word;
    };
    const country = countryNamer(language);
    return {
      status: named('statuses'),
      kind: named('kinds'),
      category: named('categories'),
      country: (code) => country(code) ?? t('words.no_country'),
      mode: named('modes'),
      taskState: named('task_states'),
      completedWithFailures: t('words.task_states.completed_with_failures'),
      rejection: named('rejections'),
      reason: named('reasons'),
      source: (code) => (code === '' ? '—' : named('sources')(code)),
    };
  }, [t, language]);
}

/** Returns null for numbers without a country. */
export function countryNamer(language: string): (code: string) => string | null {
  return (code) => {
    if (!/^[A-Z]{2}$/.test(code)) return null;
    return regionNames(language).of(code) ?? code;
  };
}

/** Determines the colour of a status. Colour is never the only indicator. */
export type Tone = 'good' | 'other' | 'risk' | 'none';

const GOOD: ReadonlySet<string> = new Set([
  'valid',
  'known',
  'active',
  'registered',
  'reachable',
  'exists',
  'mobile',
  'not_swapped',
  'not_reassigned',
  'clear',
  'low',
]);
/** Answers to be careful with. Other definite answers, such as `inactive`, are neither good nor bad. */
const RISK: ReadonlySet<string> = new Set(['swapped', 'listed', 'medium', 'high', 'banned']);
const NONE: ReadonlySet<string> = new Set(['unknown', 'skipped']);

export function statusTone(status: string): Tone {
  if (GOOD.has(status)) return 'good';
  if (RISK.has(status)) return 'risk';
  return NONE.has(status) ? 'none' : 'other';
}
