import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTableState } from '@/components/data-table/use-table-state';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { hasEnded } from '@/lib/screening/task-events';
import type { TaskView } from '@/lib/screening/types';
import { breakdownOptions } from './api/get-breakdown';
import { BreakdownCharts } from './breakdown-charts';
import { ChartsFold } from './charts-fold';
import { resultRules } from './result-filter';
import { ResultTable } from './result-table';

const GROWING_POLL_MS = 3_000;

/** The result table, then the charts, updated while the task runs. Both share the filters. */
export function TaskResults({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const { checks, columns } = task;
  const rules = useMemo(() => resultRules({ checks, columns }), [checks, columns]);
  const [state, setState] = useTableState(rules);
  const query = useQuery({
    ...breakdownOptions(task),
    refetchInterval: task.state === 'running' ? GROWING_POLL_MS : false,
    placeholderData: keepPreviousData,
  });
  const breakdown = useDeferredValue(query.data);
  return (
    <>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {breakdown && breakdown.rows === 0 && !hasEnded(task) ? (
        <SectionCard title={t('tasks.breakdown')}>
          <Text c="dimmed">{t('tasks.breakdown_empty')}</Text>
        </SectionCard>
      ) : null}
      {task.ready ? (
        <ResultTable task={task} breakdown={breakdown} rules={rules} state={state} onChange={setState} />
      ) : (
        <SectionCard title={t('tasks.results')}>
          <Text c="dimmed">
            {hasEnded(task) && task.expires_at !== null ? t('tasks.results_expired') : t('tasks.not_ready')}
          </Text>
        </SectionCard>
      )}
      {breakdown && breakdown.rows > 0 ? (
        <ChartsFold>
          <BreakdownCharts
            task={task}
            breakdown={breakdown}
            state={state}
            {...(task.ready ? { onChange: setState } : {})}
          />
        </ChartsFold>
      ) : null}
    </>
  );
}
