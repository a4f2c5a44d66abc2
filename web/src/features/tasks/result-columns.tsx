import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { StatusBadge } from '@/components/screening/status-badge';
import { withLabel } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { ResultRow, TaskView } from '@/lib/screening/types';
import { statusName } from './result-filter';
import classes from './tasks.module.css';

/** Columns per check, then the columns carried over from the upload. */
export function useResultColumns(task: TaskView): readonly Column<ResultRow>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const several = task.checks.length > 1;
  return [
    { id: 'line', title: t('tasks.line'), numeric: true, cell: ({ line }) => line },
    {
      id: 'number',
      title: t('tasks.phone'),
      fixed: true,
      cell: ({ number }) => <span className="ns-numeric">{number}</span>,
    },
    ...task.checks.map((check, index) => ({
      id: statusName(index),
      title: several ? check.name : t('tasks.status'),
      beside: !several,
      cell: ({ checks }: ResultRow) => <StatusBadge status={checks[index]?.status ?? ''} />,
    })),
    { id: 'country', title: t('tasks.country'), cell: ({ country }) => labels.country(country) },
    { id: 'kind', title: t('tasks.kind'), cell: ({ kind }) => labels.kind(kind) },
    {
      id: 'carrier',
      title: t('tasks.carrier'),
      cell: ({ carrier }) => (carrier ? <TruncatedText text={carrier} /> : '—'),
    },
    {
      id: 'detail',
      title: t('tasks.detail'),
      cell: ({ checks }) => {
        const texts = checks.flatMap(({ reason, detail }) => [
          ...(reason ? [labels.reason(reason)] : []),
          ...Object.entries(detail ?? {}).map(([name, value]) =>
            withLabel(language, name === 'carrier' ? t('tasks.carrier') : name, textOf(value)),
          ),
        ]);
        if (texts.length === 0) return '—';
        const text = texts.join(' · ');
        return (
          <span className={classes.detail} title={text}>
            {text}
          </span>
        );
      },
    },
    ...task.columns.map((name, index) => ({
      id: `carried/${name}/${index}`,
      title: name,
      cell: ({ carried }: ResultRow) => <TruncatedText text={carried[index] ?? ''} />,
    })),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
