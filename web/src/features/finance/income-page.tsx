import { Skeleton } from '@mantine/core';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { lazyPart } from '@/components/page/lazy-part';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { TableState } from '@/components/data-table/table-state';
import { useWholeList } from '@/components/data-table/use-list';
import { pageOf, sortRows } from '@/components/data-table/whole-list';
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
import { dayBars, formatUtcDay, incomeSpan } from './income';
import { Totals } from './totals';
import classes from './finance.module.css';

const IncomeChart = lazyPart('income chart', () => import('./income-chart'), {
  loading: () => <Skeleton height={166} />,
});

const STAFF_SUMS = ['charged', 'cost', 'margin', 'commission'] as const;
const OWN_SUMS = ['commission'] as const;
const SORT_KEYS = {
  day: ({ day }: Income) => day ?? null,
  numbers: ({ numbers }: Income) => numbers,
  charged: ({ charged }: Income) => charged ?? null,
  cost: ({ cost }: Income) => cost ?? null,
  margin: ({ margin }: Income) => margin ?? null,
  commission: ({ commission }: Income) => commission,
};
const RULES = {
  defaultSize: 50,
  sizes: [20, 50, 100],
  sortable: Object.keys(SORT_KEYS),
  filters: ['from', 'until'],
};

function incomeOptions({ filters }: TableState) {
  const span = incomeSpan(filters);
  return queryOptions({
    queryKey: ['finance/income', span],
    queryFn: ({ signal }) => fetchIncome(span, signal),
    placeholderData: keepPreviousData,
  });
}

export default function IncomePage() {
  const { t } = useTranslation();
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const title = useTitle()(staff ? 'project_income_admin' : 'project_income');
  const language = useLanguage();
  const list = useWholeList(
    {
      key: 'finance/income',
      rules: RULES,
      options: incomeOptions,
      rows: (answer, state) => ({
        ...pageOf(sortRows(answer.items, state.sort, SORT_KEYS, language), state),
        totals: answer.totals,
        bars: dayBars(answer.items),
      }),
    },
    {
      title: t('finance.income.empty'),
      hint: staff ? t('finance.income.empty_staff') : t('finance.income.empty_own'),
    },
  );
  const columns = useIncomeColumns(staff);
  const { data, isPending } = list.query;
  const amount = (value: number | undefined) => (value === undefined ? undefined : <Amount amount={value} />);
  return (
    <>
      <PageHeader
        title={title}
        description={staff ? t('finance.income.all') : t('finance.income.own')}
        actions={<ExportMenu makeFile={(format) => exportIncome(incomeSpan(list.state.filters), format)} />}
      />
      {data || isPending ? (
        <Totals
          label={t('finance.totals')}
          totals={[
            {
              name: t('finance.income.numbers'),
              value: data && new Intl.NumberFormat(language).format(data.totals.numbers),
            },
            ...(staff ? STAFF_SUMS : OWN_SUMS).map((name) => ({
              name: t(`finance.income.${name}`),
              value: amount(data && (data.totals[name] ?? 0)),
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
      {isPending ? (
        // The chart is only there if there is income, and would push the table down.
        <Skeleton height={420} aria-busy />
      ) : (
        <DataTable
          name="income"
          label={title}
          columns={columns}
          rowKey={({ day, project }) => `${day}/${project}`}
          {...list.table}
          filters={
            <FieldFilters
              fields={[
                { name: 'from', label: t('finance.from'), type: 'date' },
                { name: 'until', label: t('finance.until'), type: 'date' },
              ]}
              state={list.state}
              onChange={list.change}
            />
          }
        />
      )}
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
