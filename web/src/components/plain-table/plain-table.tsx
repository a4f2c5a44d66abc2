/** A short list without paging or column picker. */
import { Table } from '@mantine/core';
import type { Column } from '@/components/data-table/column';
import { isActions, leadOf, RowCell } from '@/components/data-table/row-cell';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import cards from '@/components/data-table/row-cards.module.css';
import sticky from '@/components/data-table/sticky-actions.module.css';
import classes from './plain-table.module.css';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}

export function PlainTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  const lead = leadOf(columns);
  return (
    <div className={classes.frame}>
      <HorizontalScroll label={label} className={sticky.place}>
        <Table className={`${classes.table} ${cards.rows} ${sticky.table}`} role="table" aria-label={label}>
          <Table.Thead role="rowgroup">
            <Table.Tr role="row">
              {columns.map((column) => (
                <Table.Th
                  role="columnheader"
                  key={column.id}
                  data-place={isActions(column) ? 'actions' : undefined}
                >
                  {column.title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {rows.map((row) => (
              <Table.Tr role="row" key={rowKey(row)}>
                {columns.map((column) => (
                  <RowCell key={column.id} column={column} lead={column.id === lead}>
                    {column.cell(row)}
                  </RowCell>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </HorizontalScroll>
    </div>
  );
}
