import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { TruncatedText } from '@/components/data-table/truncated-text';
import { StatusBadge } from '@/components/screening/status-badge';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { Breakdown, ResultRow, TaskView } from '@/lib/screening/types';
import { formatMoment } from '@/lib/time';
import { hasReasons } from './breakdown';
import { statusName } from './result-filter';

/** The columns of an export, with the number first and the columns of the upload last. */
export function useResultColumns(
  task: TaskView,
  breakdown: Breakdown | undefined,
): readonly Column<ResultRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const fields = breakdown?.fields ?? [];
  const several = task.checks.length > 1;
  /** The title of a column of a check. */
  const of = (index: number, title: string) =>
    several ? withLabel(language, task.checks[index]?.name ?? '', title) : title;
  return [
    { id: 'row', title: t('tasks.line'), numeric: true, cell: ({ row }) => row },
    {
      id: 'e164',
      title: t('tasks.phone'),
      fixed: true,
      cell: ({ e164 }) => <span className="ns-numeric">{e164}</span>,
    },
    {
      id: 'number',
      title: t('tasks.as_written'),
      cell: ({ number }) => <TruncatedText text={number} />,
    },
    ...task.checks.map((check, index) => ({
      id: statusName(index),
      title: several ? check.name : t('tasks.status'),
      beside: !several,
      cell: ({ checks }: ResultRow) => <StatusBadge status={checks[index]?.status ?? ''} />,
    })),
    { id: 'country', title: t('tasks.country'), cell: ({ country }) => labels.country(country) },
    { id: 'kind', title: t('tasks.kind'), cell: ({ type }) => labels.kind(type) },
    {
      id: 'carrier',
      title: t('tasks.original_carrier'),
      cell: ({ original_carrier: carrier }) => (carrier ? <TruncatedText text={carrier} /> : '—'),
    },
    ...task.checks.flatMap(({ project }, index) => {
      const check = ({ checks }: ResultRow) => checks[index];
      return [
        ...(fields[index] ?? []).map((name) => ({
          id: `${project}_${name}`,
          title: of(index, name === 'carrier' ? t('tasks.carrier') : name),
          cell: (row: ResultRow) => {
            const text = textOf(check(row)?.fields[name]);
            return text ? <TruncatedText text={text} /> : '—';
          },
        })),
        {
          id: `${project}_reason`,
          title: of(index, t('tasks.reason')),
          // Definite answers have none.
          optional: !hasReasons(breakdown, index),
          cell: (row: ResultRow) => {
            const reason = check(row)?.reason;
            return reason ? <TruncatedText text={labels.reason(reason)} /> : '—';
          },
        },
        {
          id: `${project}_source`,
          title: of(index, t('tasks.source')),
          optional: true,
          cell: (row: ResultRow) => labels.source(check(row)?.source ?? ''),
        },
        {
          id: `${project}_checked_at`,
          title: of(index, t('tasks.checked_at')),
          optional: true,
          cell: (row: ResultRow) => formatMoment(check(row)?.checked_at ?? null, language) ?? '—',
        },
      ];
    }),
    ...task.columns.map((name, index) => ({
      id: `carried/${name}/${index}`,
      title: name,
      cell: ({ carried }: ResultRow) => <TruncatedText text={carried[index] ?? ''} />,
    })),
  ];
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
