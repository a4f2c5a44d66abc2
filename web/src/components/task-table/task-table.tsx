/** The console's table of tasks, updated while they run: all tasks, or those of one project or mode. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters } from '@/components/data-table/field-filters';
import type { Selected } from '@/components/data-table/selection';
import { readTableState, type TableRules, type TableState } from '@/components/data-table/table-state';
import type { ChangeTable } from '@/components/data-table/use-table-state';
import { useList } from '@/components/data-table/use-list';
import { listOptions } from '@/components/data-table/use-table-query';
import { hasEnded } from '@/lib/screening/task-events';
import { TASK_LIST_KEY } from '@/lib/screening/task-keys';
import type { TaskMode } from '@/lib/screening/types';
import { useTaskUpdates } from '@/lib/screening/use-task-updates';
import { isStaff } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import { listTasks } from './list-tasks';
import { useTaskColumns } from './task-columns';
import { TASK_FILTERS } from './task-filter';
import { useTaskFields } from './use-task-fields';

const ALL: TableRules = { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: TASK_FILTERS };
/** A table below other content: fewer rows and only the filter that matters most. */
const PART: TableRules = { defaultSize: 10, sizes: [10, 20, 50], sortable: [], filters: ['state'] };

interface Props {
  /** Key of the stored column choice. */
  name: string;
  label: string;
  /** Only tasks of one project or mode. */
  within?: { project: string } | { mode: TaskMode };
  empty: { title: string; hint?: string; action?: ReactNode };
  /** Tasks can be selected. These buttons are shown while some are. */
  BulkActions?: ComponentType<{ selected: Selected; onChange: (selected: Selected) => void }>;
}

const source = (rules: TableRules) => ({ key: TASK_LIST_KEY, rules, fetch: listTasks });

/** Asks for the page of all tasks that the address names. */
export function prefetchTasks(queryClient: QueryClient, search: string): void {
  const state = readTableState(new URLSearchParams(search), ALL);
  void queryClient.prefetchQuery(listOptions(source(ALL), state));
}

export function TaskTable({ name, label, within, empty, BulkActions }: Props) {
  const staff = useSessionStore((session) => session.user !== null && isStaff(session.user));
  const rules = within ? PART : ALL;
  const list = useList({ ...source(rules), ...(within ? { within: () => ({ ...within }) } : {}) }, empty);
  useTaskUpdates(TASK_LIST_KEY, list.query.data?.items.some((task) => !hasEnded(task)) ?? false);
  return (
    <DataTable
      name={name}
      label={label}
      columns={useTaskColumns({ staff, withProjects: !(within && 'project' in within) })}
      rowKey={({ id }) => id}
      {...list.table}
      filters={<TaskFilters staff={staff} rules={rules} state={list.state} onChange={list.change} />}
      {...(BulkActions
        ? {
            selection: {
              selected: list.selected,
              onChange: list.select,
              actions: <BulkActions selected={list.selected} onChange={list.select} />,
            },
          }
        : {})}
    />
  );
}

interface FilterProps {
  staff: boolean;
  rules: TableRules;
  state: TableState;
  onChange: ChangeTable;
}

/** Apart from the table, which need not be rendered again when the names of the projects arrive. */
function TaskFilters({ staff, rules, state, onChange }: FilterProps) {
  const fields = useTaskFields(staff).filter((field) => rules.filters.includes(field.name));
  return <FieldFilters fields={fields} state={state} onChange={onChange} />;
}
