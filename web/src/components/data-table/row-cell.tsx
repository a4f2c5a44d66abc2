/** A cell of a table whose rows become cards on a phone: there it is a line, with its column's title before it. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column';
import classes from './row-cards.module.css';

/** The column of what can be done with a row. It stays at the edge of a table that is wider than its place. */
const ACTIONS = 'actions';

export function isActions({ id }: { id: string }): boolean {
  return id === ACTIONS;
}

/** The column that says which row it is: the head of its card. */
export function leadOf<Row>(columns: readonly Column<Row>[]): string | undefined {
  return columns.find(({ fixed }) => fixed)?.id;
}

interface Props<Row> {
  column: Column<Row>;
  lead: boolean;
  children: ReactNode;
}

export function RowCell<Row>({ column, lead, children }: Props<Row>) {
  return (
    <Table.Td
      role="cell"
      data-numeric={column.numeric || undefined}
      data-label={column.title}
      data-place={lead ? 'lead' : isActions(column) ? 'actions' : column.beside ? 'beside' : undefined}
      data-named={(lead && typeof children === 'number') || undefined}
      data-nothing={isNothing(children) || undefined}
    >
      <div className={classes.value}>{children}</div>
    </Table.Td>
  );
}

/** A card needs no line that says nothing. */
function isNothing(content: ReactNode): boolean {
  return content === null || content === undefined || content === '' || content === '—';
}
