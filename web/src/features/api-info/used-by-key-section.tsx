import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { SectionCard } from '@/components/page/section-card';
import { PlainTable } from '@/components/plain-table/plain-table';
import { useLanguage } from '@/lib/i18n/use-language';
import { usePoints } from '@/lib/screening/use-points';
import type { UsedByKey } from './api/api-info';

/** Answers and points of the last 30 days by API key and project. */
export function UsedByKeySection({ used }: { used: readonly UsedByKey[] }) {
  const { t } = useTranslation();
  const columns = useColumns();
  if (used.length === 0) return null;
  return (
    <SectionCard title={t('api_info.used.title')}>
      <PlainTable
        label={t('api_info.used.title')}
        columns={columns}
        rows={used}
        rowKey={({ key, project }) => `${key ?? ''} ${project}`}
      />
    </SectionCard>
  );
}

function useColumns(): readonly Column<UsedByKey>[] {
  const { t } = useTranslation();
  const points = usePoints();
  const whole = new Intl.NumberFormat(useLanguage());
  const amount = (value: string) => <span className="ns-numeric">{value}</span>;
  return [
    {
      id: 'key',
      title: t('api_info.used.key'),
      fixed: true,
      cell: ({ key }) => key ?? t('api_info.used.console'),
    },
    { id: 'project', title: t('api_info.used.project'), cell: ({ project }) => <code>{project}</code> },
    {
      id: 'checked',
      title: t('api_info.used.checked'),
      cell: ({ checked }) => amount(whole.format(checked)),
    },
    {
      id: 'definite',
      title: t('api_info.used.definite'),
      cell: ({ definite }) => amount(whole.format(definite)),
    },
    { id: 'charged', title: t('api_info.used.charged'), cell: ({ charged }) => amount(points.sum(charged)) },
  ];
}
