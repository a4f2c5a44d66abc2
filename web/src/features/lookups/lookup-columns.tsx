import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { TruncatedText } from '@/components/data-table/truncated-text';
import { StatusBadge } from '@/components/screening/status-badge';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import { usePoints } from '@/lib/screening/use-points';
import { formatMoment } from '@/lib/time';
import type { Lookup } from './api/lookups';
import classes from './lookups.module.css';

export function useLookupColumns(staff: boolean): readonly Column<Lookup>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  return [
    { id: 'at', title: t('lookups.at'), cell: ({ created_at }) => formatMoment(created_at, language) },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('lookups.account'),
            cell: ({ username, uid }: Lookup) => t('lookups.account_line', { username, uid }),
          },
        ]
      : []),
    {
      id: 'number',
      title: t('lookups.number'),
      fixed: true,
      cell: ({ facts }) => (
        <>
          <Text span fw={600} className="ns-numeric" style={{ whiteSpace: 'nowrap' }}>
            {facts.international ?? facts.number}
          </Text>
          <Text span size="xs" c="dimmed" ml={6} style={{ whiteSpace: 'nowrap' }}>
            {facts.country == null ? '' : labels.country(facts.country)}
          </Text>
        </>
      ),
    },
    {
      id: 'answers',
      title: t('lookups.answers'),
      fixed: true,
      cell: (lookup) => <AnswerCell lookup={lookup} />,
    },
    {
      id: 'charged',
      title: t('lookups.cost'),
      beside: true,
      numeric: true,
      cell: ({ charged }) => points.sum(charged),
    },
    { id: 'key', title: t('lookups.key'), cell: ({ key_name }) => key_name ?? t('lookups.console') },
    {
      id: 'request_id',
      title: t('lookups.request_id'),
      cell: ({ request_id }) => <code className={classes.code}>{request_id}</code>,
    },
    { id: 'id', title: t('lookups.id'), numeric: true, optional: staff, cell: ({ id }) => id },
  ];
}

function AnswerCell({ lookup }: { lookup: Lookup }) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (lookup.state !== 'done') {
    const state = lookup.state === 'open' ? t('lookups.states.open') : t('lookups.states.cancelled');
    return `${lookup.projects.join(', ')} · ${state}`;
  }
  return (
    <ul className={classes.compact}>
      {lookup.answers.map(({ project, name, status, source, reason }) => (
        <li key={project}>
          <Group gap={6} wrap="nowrap">
            <Text span>{name}</Text>
            <StatusBadge status={status} />
            <Text span size="xs" c="dimmed">
              <TruncatedText
                text={
                  reason === '' ? (source === 'fresh' ? labels.source(source) : '') : labels.reason(reason)
                }
              />
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
