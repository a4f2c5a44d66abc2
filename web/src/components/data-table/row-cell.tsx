/** A table cell that becomes a labelled line of a card on phones. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from './column';
import classes from './row-cards.module.css';

/** The actions column sticks to the edge of a table that scrolls horizontally. */
const ACTIONS = 'actions';

export function isActions({ id }: { id: string }): boolean {
  return id === ACTIONS;
}

/** The column that identifies the row becomes the title of its card. */
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
      data-short={isShort(children) || undefined}
    >
      <div className={classes.value}>{children}</div>
    </Table.Td>
  );
}

/** Dates and the like do not wrap. */
const SHORT = 20;

function isShort(content: ReactNode): boolean {
  return typeof content === 'string' && content.length <= SHORT;
}

/** Empty cells are left out of cards. */
function isNothing(content: ReactNode): boolean {
  return content === null || content === undefined || content === '' || content === '—';
}
