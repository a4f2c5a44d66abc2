import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/data-table/data-table';
import type { TableRules, TableState } from '@/components/data-table/table-state';
import { useEmptyText } from '@/components/data-table/use-empty-text';
import { useTableQuery } from '@/components/data-table/use-table-query';
import type { Breakdown, TaskView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { listResults, RESULTS_KEY } from './api/list-results';
import { ExportDialog } from './export-dialog';
import { useResultColumns } from './result-columns';
import { ResultFilters } from './result-filters';

/** Poll interval while the task adds rows. */
const GROWING_POLL_MS = 5_000;

interface Props {
  task: TaskView;
  /** Names the fields of the answers and the carriers. */
  breakdown: Breakdown | undefined;
  rules: TableRules;
  state: TableState;
  onChange: (state: TableState) => void;
}

/** Not rendered anew for what only the charts show. */
export const ResultTable = memo(function ResultTable({ task, breakdown, rules, state, onChange }: Props) {
  const { t } = useTranslation();
  const mayExport = useHasPermission()('task/export');
  const queryClient = useQueryClient();
  const [exporting, setExporting] = useState(false);
  // Results fetched before a state change are incomplete.
  const key = `${RESULTS_KEY}/${task.id}/${task.state}`;
  const query = useTableQuery(key, state, listResults(task));
  const running = task.state === 'running';
  useEffect(() => {
    if (!running) return undefined;
    // If a fetch is still pending, wait for it instead of starting another.
    const ask = (): void => void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
    const timer = setInterval(ask, GROWING_POLL_MS);
    return () => clearInterval(timer);
  }, [queryClient, key, running]);
  const empty = useEmptyText(state, onChange, { title: t('tasks.no_results') });
  const download = useMemo(
    () => (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        onClick={() => setExporting(true)}
      >
        {t('tasks.export.open')}
      </Button>
    ),
    [t],
  );
  const filtered = Object.keys(state.filters).length > 0;
  return (
    <>
      <DataTable
        name="task-results"
        label={t('tasks.results')}
        columns={useResultColumns(task, breakdown)}
        rowKey={({ row, e164 }) => `${row}/${e164}`}
        query={query}
        expected={Math.min(state.size, task.total)}
        rules={rules}
        state={state}
        onChange={onChange}
        filters={
          <ResultFilters
            task={task}
            breakdown={breakdown}
            state={state}
            onChange={onChange}
            action={mayExport ? download : null}
          />
        }
        empty={empty}
      />
      {exporting ? (
        <ExportDialog
          task={task}
          filters={filtered ? state.filters : null}
          filteredRows={query.data?.total ?? 0}
          onClose={() => setExporting(false)}
        />
      ) : null}
    </>
  );
});
