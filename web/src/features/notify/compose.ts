/** The compose form: recipients, and title and text in up to four languages. */
import { type Language, LANGUAGES } from '@/config/constants';
import type { Audience, AudienceKind, Outgoing, Texts, Words } from './api/sent-notifications';

export type ComposeValues = {
  kind: AudienceKind;
  account_type: string;
  uid: string;
  needs_confirm: boolean;
  texts: Record<Language, Words>;
};

const EMPTY: Words = { title: '', text: '' };

export const NEW_NOTIFICATION: ComposeValues = {
  kind: 'all',
  account_type: '5',
  uid: '',
  needs_confirm: false,
  texts: { zh: EMPTY, en: EMPTY, es: EMPTY, ja: EMPTY },
};

/** Empty languages are omitted. Their readers see another language. */
export function isWritten({ title, text }: Words): boolean {
  return title.trim() !== '' || text.trim() !== '';
}

export type ComposeProblem = 'no_text' | 'title_missing' | 'text_missing' | 'uid_missing';

/** Keyed by form field. `texts` refers to all texts. */
export function checkCompose(values: ComposeValues): Record<string, ComposeProblem> {
  const problems: Record<string, ComposeProblem> = {};
  if (values.kind === 'account' && !/^\d{1,15}$/.test(values.uid.trim())) problems.uid = 'uid_missing';
  const written = LANGUAGES.filter((language) => isWritten(values.texts[language]));
  if (written.length === 0) problems.texts = 'no_text';
  for (const language of written) {
    const { title, text } = values.texts[language];
    if (title.trim() === '') problems[`texts.${language}.title`] = 'title_missing';
    if (text.trim() === '') problems[`texts.${language}.text`] = 'text_missing';
  }
  return problems;
}

/** The language tab to open if the texts have errors. */
export function firstFaultyLanguage(problems: Readonly<Record<string, unknown>>): Language | null {
  return (
    LANGUAGES.find((language) => Object.keys(problems).some((key) => key.startsWith(`texts.${language}.`))) ??
    null
  );
}

export function outgoingOf(values: ComposeValues): Outgoing {
  const texts: Texts = {};
  for (const language of LANGUAGES) {
    const { title, text } = values.texts[language];
    if (isWritten(values.texts[language])) texts[language] = { title: title.trim(), text: text.trim() };
  }
  return { audience: audienceOf(values), needs_confirm: values.needs_confirm, texts };
}

function audienceOf({ kind, account_type, uid }: ComposeValues): Audience {
  if (kind === 'type') return { kind, account_type: Number(account_type) };
  return kind === 'account' ? { kind, uid: Number(uid.trim()) } : { kind };
}

/** The text for a reader: their language, else English, else Chinese, else any. */
export function wordsFor(texts: Texts, language: Language): Words | null {
  const order: readonly Language[] = [language, 'en', 'zh', ...LANGUAGES];
  const found = order.find((candidate) => texts[candidate] !== undefined);
  return found ? (texts[found] ?? null) : null;
}
