import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '@/components/screening/status-badge';
import { agoText } from '@/lib/i18n/ago-text';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import { usePoints } from '@/lib/screening/use-points';
import { formatMoment, timeAgo } from '@/lib/time';
import type { LookupAnswer } from './api/lookups';
import classes from './lookups.module.css';

interface Props {
  answers: readonly LookupAnswer[];
  /** Seconds since 1970, to show the age of the answers. */
  now: number;
}

/** The answers to one number, one line per project. */
export function Answers({ answers, now }: Props) {
  return (
    <ul className={classes.answers}>
      {answers.map((answer) => (
        <li key={answer.project}>
          <AnswerLine answer={answer} now={now} />
        </li>
      ))}
    </ul>
  );
}

function AnswerLine({ answer, now }: { answer: LookupAnswer; now: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const exact = formatMoment(answer.at, language) ?? '';
  const fields = Object.entries(answer.fields).map(([name, value]) => `${name}: ${String(value)}`);
  const details = [
    ...(answer.reason === '' ? [] : [labels.reason(answer.reason)]),
    ...fields,
    ...(answer.status === 'skipped' ? [] : [labels.source(answer.source)]),
    answer.charged > 0 ? t('lookups.points', { points: points.exact(answer.charged) }) : t('lookups.free'),
  ];
  return (
    <>
      <Group gap={8} wrap="wrap">
        <Text span fw={600}>
          {answer.name}
        </Text>
        <StatusBadge status={answer.status} />
        {answer.status === 'skipped' ? null : (
          <Text span size="xs" c="dimmed" title={exact}>
            {agoText(timeAgo(answer.at, now), t) ?? exact}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {details.join(' · ')}
      </Text>
    </>
  );
}
