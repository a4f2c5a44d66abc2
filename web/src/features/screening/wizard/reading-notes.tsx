/** Why the file is read like this, and what to ask if that is not sure. */
import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { MappingHints, Preview, Question } from '@/lib/screening/list-types';
import type { MappingChange } from './mapping';
import { useColumnName, useCountryName } from './use-reading-words';
import classes from './wizard.module.css';

interface Props {
  preview: Preview;
  busy: boolean;
  onAnswer: (answer: MappingChange) => void;
}

export function ReadingNotes({ preview, busy, onAnswer }: Props) {
  const { t } = useTranslation();
  const { sure, questions } = preview.confidence;
  const reasons = useReasons(preview);
  const leavesOut = preview.confidence.reasons.some(({ code }) => LEFT_OUT.has(code));
  const why =
    reasons.length > 0 ? (
      <>
        <Text size="sm">{reasons.join(' · ')}</Text>
        {leavesOut ? (
          <Button
            mt={6}
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => onAnswer({ delimiter: 'anywhere' })}
          >
            {t('screening.ask.take_too')}
          </Button>
        ) : null}
      </>
    ) : null;
  if (sure) {
    return why ? (
      <Alert
        mb="md"
        color="teal"
        icon={<IconCircleCheck size={18} stroke={1.6} />}
        title={t('screening.ask.sure')}
      >
        {why}
      </Alert>
    ) : null;
  }
  return (
    <Alert
      mb="md"
      role="alert"
      color="yellow"
      icon={<IconHelpCircle size={18} stroke={1.6} />}
      title={t('screening.ask.unsure')}
    >
      {why}
      {questions.map((question) => (
        <Answers key={question.about} question={question} preview={preview} busy={busy} onAnswer={onAnswer} />
      ))}
    </Alert>
  );
}

function Answers({ question, preview, busy, onAnswer }: Props & { question: Question }) {
  const { t } = useTranslation();
  const label = useAnswerLabel(preview);
  return (
    <fieldset className={classes.question}>
      <legend>{t(`screening.ask.about.${question.about}`)}</legend>
      <div className={classes.answers}>
        {question.options.filter(isOffered).map((answer) => (
          <Button
            key={label(question, answer)}
            size="xs"
            variant="default"
            disabled={busy}
            onClick={() => onAnswer(answer)}
          >
            {label(question, answer)}
          </Button>
        ))}
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        {t('screening.ask.other')}
      </Text>
    </fieldset>
  );
}

/** The two most likely answers, and both together. */
function isOffered(answer: MappingHints, place: number): boolean {
  return place < 2 || answer.more_columns !== undefined || answer.more_sheets !== undefined;
}

function useAnswerLabel(preview: Preview): (question: Question, answer: MappingHints) => string {
  const { t } = useTranslation();
  const column = useColumnName(preview);
  const country = useCountryName();
  const language = useLanguage();
  const names = (all: readonly string[]) => new Intl.ListFormat(language).format(all);
  return ({ about }, answer) => {
    if (about === 'column') return names([answer.column ?? 0, ...(answer.more_columns ?? [])].map(column));
    if (about === 'country') return country(answer.default_country ?? '');
    if (about === 'sheet') return names([answer.sheet ?? '', ...(answer.more_sheets ?? [])]);
    return t(answer.delimiter === 'anywhere' ? 'screening.ask.numbers' : 'screening.ask.table');
  };
}

/** Reasons whose value is a country code. */
const ABOUT_COUNTRY: ReadonlySet<string> = new Set([
  'numbers_fit',
  'language',
  'other_columns',
  'other_numbers',
  'earlier_lists',
  'other_country_likely',
]);

/** Reasons that name numbers which are not read. */
const LEFT_OUT: ReadonlySet<string> = new Set(['landlines_left_out', 'sender_left_out', 'old_left_out']);

function useReasons(preview: Preview): readonly string[] {
  const { t } = useTranslation();
  const country = useCountryName();
  return preview.confidence.reasons
    .filter(({ code }) => code !== 'chosen')
    .map(({ code, value }) =>
      t(`screening.ask.why.${code}`, { value: ABOUT_COUNTRY.has(code) ? country(value) : value }),
    );
}
