/** The console's data table: rows from the server, state in the URL, configurable columns. */
import { Checkbox, Group, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import { useReadyLater } from '@/lib/use-ready-later';
import type { Column } from './column';
import { ColumnPicker } from './column-picker';
import { useHiddenColumns } from './column-settings';
import { CELL, isActions, leadOf, ROW, RowCell } from './row-cell';
import { LoadingRows } from './loading-rows';
import { SavedFilters } from './saved-filters';
import { pageState, type Selected, togglePage, toggleRow } from './selection';
import { TablePager } from './table-pager';
import { pageInstead, type TableRules, type TableState, withSort } from './table-state';
import type { Listed } from './use-table-query';
import type { ChangeTable } from './use-table-state';
import cards from './row-cards.module.css';
import sticky from './sticky-actions.module.css';
import classes from './data-table.module.css';

interface Props<Row> {
  /** Key of the stored column choice and of the saved filters. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  query: UseQueryResult<Listed<Row>>;
  rules: TableRules;
  state: TableState;
  onChange: ChangeTable;
  /** Shown above the table on the left. */
  filters?: ReactNode;
  empty: { title: string; hint?: string; action?: ReactNode };
  /** Cursor-based list: only previous and next page, no jumping. */
  stepwise?: boolean;
  /** The server does not count the rows, so no total is shown. */
  uncounted?: boolean;
  /** How many rows are likely to come, where content follows that would move. */
  expected?: number;
  /** Rows can be selected. `actions` are shown above the table while rows are selected. */
  selection?: {
    selected: Selected;
    onChange: (selected: Selected) => void;
    actions: ReactNode;
  };
}

export function DataTable<Row>(props: Props<Row>) {
  const { name, label, columns, query, rules, state, onChange, filters } = props;
  const [hidden, setShown] = useHiddenColumns(name, columns);
  useLastPage(props);
  const loading = !useReadyLater(!query.isPending);
  const shown = columns.filter((column) => column.fixed || !hidden.includes(column.id));
  const picker = <ColumnPicker columns={columns} hidden={hidden} onChange={setShown} small={!filters} />;
  return (
    <section className={classes.card} aria-label={label}>
      {filters ? (
        <div className={classes.tools}>
          <div className={classes.filters}>{filters}</div>
          <Group gap={8} wrap="nowrap">
            {rules.filters.length > 0 ? (
              <SavedFilters page={name} rules={rules} state={state} onChange={onChange} />
            ) : null}
            {picker}
          </Group>
        </div>
      ) : null}
      {props.selection && props.selection.selected.size > 0 ? (
        <div className={classes.bulk} role="toolbar" aria-label={label}>
          {props.selection.actions}
        </div>
      ) : null}
      <HorizontalScroll label={label} className={sticky.place}>
        {/* Explicit roles, as in the cells. */}
        <Table
          className={`${classes.table} ${cards.rows} ${sticky.table}`}
          role="table"
          aria-busy={query.isFetching || loading}
          data-dimmed={query.isPlaceholderData || undefined}
        >
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              <PageTick {...props} />
              {shown.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  state={state}
                  sortable={rules.sortable.includes(column.id)}
                  onSort={() => onChange(withSort(state, column.id))}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {loading ? (
              <LoadingRows
                columns={shown}
                count={props.expected ?? LOADING_ROWS}
                selectable={props.selection !== undefined}
              />
            ) : (
              <Rows {...props} shown={shown} />
            )}
          </Table.Tbody>
        </Table>
      </HorizontalScroll>
      {loading ? null : <Outcome {...props} />}
      {!loading && query.data && query.data.total > 0 ? (
        <TablePager
          total={query.data.total}
          state={state}
          sizes={rules.sizes}
          onChange={onChange}
          stepwise={props.stepwise ?? false}
          uncounted={props.uncounted ?? false}
          columns={filters ? null : picker}
        />
      ) : null}
    </section>
  );
}

/** Goes to the last page if the requested one does not exist, for example after its last row was deleted. */
function useLastPage<Row>({ query, state, onChange }: Props<Row>): void {
  const instead = query.data && !query.isPlaceholderData ? pageInstead(query.data, state) : null;
  useEffect(() => {
    if (instead !== null) onChange({ ...state, page: instead }, { replace: true });
  }, [instead, state, onChange]);
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  state: TableState;
  sortable: boolean;
  onSort: () => void;
}

function HeadCell<Row>({ column, state, sortable, onSort }: HeadCellProps<Row>) {
  const numeric = column.numeric || undefined;
  if (!sortable) {
    return (
      <Table.Th
        role="columnheader"
        data-numeric={numeric}
        data-place={isActions(column) ? 'actions' : undefined}
      >
        {column.title}
      </Table.Th>
    );
  }
  const sort = state.sort?.column === column.id ? state.sort : null;
  const Icon = sort ? (sort.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <Table.Th
      role="columnheader"
      data-numeric={numeric}
      aria-sort={sort ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" className={classes.sort} data-on={sort ? true : undefined} onClick={onSort}>
        {column.title}
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </Table.Th>
  );
}

const LOADING_ROWS = 8;

/** Selects or clears all rows on the page. */
function PageTick<Row>({ query, rowKey, selection }: Props<Row>) {
  const { t } = useTranslation();
  if (!selection) return null;
  const page = (query.data?.items ?? []).map(rowKey);
  const state = pageState(selection.selected, page);
  return (
    <Table.Th
      role="columnheader"
      className={`${classes.tick} ${cards.tick}`}
      data-label={t('table.select_page')}
    >
      <Checkbox
        aria-label={t('table.select_page')}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        disabled={page.length === 0}
        onChange={() => selection.onChange(togglePage(selection.selected, page))}
      />
    </Table.Th>
  );
}

function Rows<Row>({ query, rowKey, shown, selection }: Props<Row> & { shown: readonly Column<Row>[] }) {
  const { t } = useTranslation();
  const lead = leadOf(shown);
  return (query.data?.items ?? []).map((row) => (
    <tr {...ROW} key={rowKey(row)} data-selected={selection?.selected.has(rowKey(row)) || undefined}>
      {selection ? (
        <td {...CELL} className={`${classes.tick} ${cards.tick}`}>
          <Checkbox
            aria-label={t('table.select_row')}
            checked={selection.selected.has(rowKey(row))}
            onChange={() => selection.onChange(toggleRow(selection.selected, rowKey(row)))}
          />
        </td>
      ) : null}
      {shown.map((column) => (
        <RowCell key={column.id} column={column} lead={column.id === lead}>
          {column.cell(row)}
        </RowCell>
      ))}
    </tr>
  ));
}

/** Shown instead of rows: loading, error or empty. */
function Outcome<Row>({ query, empty, state }: Props<Row>) {
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.items.length > 0) return null;
  // Beyond the end of a list that is not empty: its last page follows.
  const onItsWay = pageInstead(query.data, state) !== null || query.isPlaceholderData;
  if (!onItsWay || query.data.total === 0) return <EmptyState {...empty} />;
  return null;
}
