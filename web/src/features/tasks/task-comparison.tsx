/** How the results of a scheduled run differ from those of the run before. */
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { TableRules, TableState } from '@/components/data-table/table-state';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { PlainTable } from '@/components/plain-table/plain-table';
import { StatusBadge } from '@/components/screening/status-badge';
import { taskPath } from '@/config/paths';
import { download } from '@/lib/download';
import { useLanguage } from '@/lib/i18n/use-language';
import type { TaskView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import {
  CHANGES,
  type Change,
  type Comparison,
  type Difference,
  DIFFERENCES_KEY,
  differencesAddress,
  comparisonOptions,
  listDifferences,
} from './api/comparison';

/** Poll interval until the job has finished. */
const PENDING_POLL_MS = 2_000;
const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: [],
  filters: ['project', 'change'],
};
const START: TableState = { page: 1, size: RULES.defaultSize, sort: null, filters: {} };

type ComparedCheck = Comparison['checks'][number];

export default function TaskComparison({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery({
    ...comparisonOptions(task),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? PENDING_POLL_MS : false),
  });
  const { data } = query;
  return (
    <SectionCard
      title={t('schedules.compare.title')}
      aside={
        data?.previous != null && data.previous_at != null ? (
          <Text size="sm">
            {t('schedules.compare.with')}{' '}
            <Anchor component={Link} to={taskPath(data.previous)} size="sm">
              {t('schedules.compare.earlier', { at: formatMoment(data.previous_at, language) ?? '' })}
            </Anchor>
          </Text>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={80} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data?.state === 'pending' ? <Text c="dimmed">{t('schedules.compare.pending')}</Text> : null}
      {data?.state === 'missing' ? <Text c="dimmed">{t('schedules.compare.missing')}</Text> : null}
      {data?.state === 'failed' ? <Text c="dimmed">{t('schedules.compare.failed')}</Text> : null}
      {data?.state === 'done' ? <Differences task={task} checks={data.checks} /> : null}
    </SectionCard>
  );
}

function Differences({ task, checks }: { task: TaskView; checks: readonly ComparedCheck[] }) {
  const { t } = useTranslation();
  const mayExport = useHasPermission()('task/export');
  const [state, setState] = useState(START);
  const query = useTableQuery(`${DIFFERENCES_KEY}/${task.id}`, state, listDifferences(task.id));
  const exporting = useMutation({
    mutationFn: () => differencesAddress(task.id, state.filters),
    onSuccess: download,
  });
  const fields = [
    {
      name: 'project',
      label: t('schedules.compare.project'),
      options: [
        { value: '', label: t('schedules.compare.any_project') },
        ...checks.map(({ project, name }) => ({ value: project, label: name })),
      ],
    },
    {
      name: 'change',
      label: t('schedules.compare.change'),
      options: [
        { value: '', label: t('schedules.compare.any_change') },
        ...CHANGES.map((change) => ({ value: change, label: t(`schedules.compare.${change}`) })),
      ],
    },
  ];
  return (
    <>
      <Counts
        checks={checks}
        onChoose={(project, change) => setState({ ...START, size: state.size, filters: { project, change } })}
      />
      <DataTable
        name="task-differences"
        label={t('schedules.compare.differences')}
        columns={useDifferenceColumns(checks)}
        rowKey={({ row, number, project }) => `${row}/${number}/${project}`}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        filters={
          <>
            <FieldFilters
              fields={checks.length > 1 ? fields : fields.slice(1)}
              state={state}
              onChange={setState}
            />
            {mayExport ? (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.6} />}
                loading={exporting.isPending}
                onClick={() => exporting.mutate()}
              >
                {t('schedules.compare.export')}
              </Button>
            ) : null}
          </>
        }
        empty={{ title: t('schedules.compare.none') }}
      />
    </>
  );
}

interface CountsProps {
  checks: readonly ComparedCheck[];
  onChoose: (project: string, change: Change) => void;
}

interface CountProps {
  value: number;
  hint: string;
  onChoose: () => void;
}

/** A count; one that is not zero can be chosen. */
function Count({ value, hint, onChoose }: CountProps) {
  const text = new Intl.NumberFormat(useLanguage()).format(value);
  if (value === 0) {
    return text;
  }
  return (
    <Anchor component="button" type="button" title={hint} onClick={onChoose}>
      {text}
    </Anchor>
  );
}

/** Per check, how many numbers changed. A count filters the table below. */
function Counts({ checks, onChoose }: CountsProps) {
  const { t } = useTranslation();
  const countOf = (check: ComparedCheck, change: Change) => (
    <Count
      value={check[change]}
      hint={t(`schedules.compare.${change}_hint`)}
      onChoose={() => onChoose(check.project, change)}
    />
  );
  const count = (change: Change): Column<ComparedCheck> => ({
    id: change,
    title: t(`schedules.compare.${change}`),
    numeric: true,
    cell: (check) => countOf(check, change),
  });
  const columns: Column<ComparedCheck>[] = [
    { id: 'project', title: t('schedules.compare.project'), fixed: true, cell: ({ name }) => name },
    ...CHANGES.map(count),
  ];
  return (
    <PlainTable
      label={t('schedules.compare.counts')}
      columns={columns}
      rows={checks}
      rowKey={({ project }) => project}
    />
  );
}

function useDifferenceColumns(checks: readonly ComparedCheck[]): readonly Column<Difference>[] {
  const { t } = useTranslation();
  const named = (slug: string): string => checks.find(({ project }) => project === slug)?.name ?? slug;
  const status = (value: string | null) =>
    value === null ? t('schedules.compare.no_answer') : <StatusBadge status={value} />;
  return [
    { id: 'number', title: t('schedules.compare.number'), fixed: true, cell: ({ number }) => number },
    { id: 'row', title: t('schedules.compare.row'), numeric: true, cell: ({ row }) => row },
    { id: 'project', title: t('schedules.compare.project'), cell: ({ project }) => named(project) },
    {
      id: 'change',
      title: t('schedules.compare.change'),
      cell: ({ change }) => t(`schedules.compare.${change}`),
    },
    { id: 'before', title: t('schedules.compare.before'), cell: ({ before }) => status(before) },
    { id: 'after', title: t('schedules.compare.after'), cell: ({ after }) => status(after) },
  ];
}
