import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazyPart } from '@/components/page/lazy-part';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { TableRules } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableState } from '@/components/data-table/use-table-state';
import { ExportMenu } from '@/components/export/export-menu';
import { PageHeader } from '@/components/page/page-header';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useProjectName } from '@/lib/screening/use-catalogue';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { Amount } from './amount';
import { exportIncome, fetchIncome, type Income } from './api/income';
import { dayBars, formatUtcDay, incomeSpan, pageOf } from './income';
import { Totals } from './totals';
import classes from './finance.module.css';

const IncomeChart = lazyPart('income chart', () => import('./income-chart'), {
  loading: () => <Skeleton height={166} />,
});

const RULES: TableRules = {
  defaultSize: 50,
  sizes: [20, 50, 100],
  sortable: [],
  filters: ['from', 'until'],
};
const STAFF_SUMS = ['charged', 'cost', 'margin', 'commission'] as const;
const OWN_SUMS = ['commission'] as const;

export default function IncomePage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'project_income_admin' : 'project_income');
  const language = useLanguage();
  const [state, setState] = useTableState(RULES);
  const span = incomeSpan(state.filters);
  const query = useQuery({
    queryKey: ['finance/income', span],
    queryFn: ({ signal }) => fetchIncome(span, signal),
    // All rows are fetched at once and paged locally.
    select: (answer) => ({
      ...pageOf(answer.items, state),
      totals: answer.totals,
      bars: dayBars(answer.items),
    }),
    placeholderData: keepPreviousData,
  });
  const columns = useIncomeColumns(staff);
  const empty = useEmptyText(state, setState, {
    title: t('finance.income.empty'),
    hint: staff ? t('finance.income.empty_staff') : t('finance.income.empty_own'),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('finance.income.all') : t('finance.income.own')}
        actions={<ExportMenu makeFile={(format) => exportIncome(span, format)} />}
      />
      {data ? (
        <Totals
          label={t('finance.totals')}
          totals={[
            {
              name: t('finance.income.numbers'),
              value: new Intl.NumberFormat(language).format(data.totals.numbers),
            },
            ...(staff ? STAFF_SUMS : OWN_SUMS).map((name) => ({
              name: t(`finance.income.${name}`),
              value: <Amount amount={data.totals[name] ?? 0} />,
            })),
          ]}
        />
      ) : null}
      {data && data.bars.length > 0 ? (
        <div className={classes.chartCard}>
          <SectionCard
            title={staff ? t('finance.income.charged_by_day') : t('finance.income.commission_by_day')}
          >
            <IncomeChart bars={data.bars} />
          </SectionCard>
        </div>
      ) : null}
      <DataTable
        name="income"
        label={title}
        columns={columns}
        rowKey={({ day, project }) => `${day}/${project}`}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        filters={
          <FieldFilters
            fields={[
              { name: 'from', label: t('finance.from'), type: 'date' },
              { name: 'until', label: t('finance.until'), type: 'date' },
            ]}
            state={state}
            onChange={setState}
          />
        }
        empty={empty}
      />
    </>
  );
}

function useIncomeColumns(staff: boolean): readonly Column<Income>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const projectName = useProjectName();
  return [
    {
      id: 'day',
      title: t('finance.income.day'),
      cell: ({ day }) => (day == null ? '—' : formatUtcDay(day, language)),
    },
    {
      id: 'project',
      title: t('finance.income.project'),
      fixed: true,
      cell: ({ project }) => (project ? projectName(project) : t('finance.income.no_project')),
    },
    {
      id: 'numbers',
      title: t('finance.income.numbers'),
      numeric: true,
      cell: ({ numbers }) => new Intl.NumberFormat(language).format(numbers),
    },
    ...(staff ? STAFF_SUMS : OWN_SUMS).map((name) => ({
      id: name,
      title: t(`finance.income.${name}`),
      numeric: true,
      cell: (row: Income) => <Amount amount={row[name] ?? 0} />,
    })),
  ];
}
