/** A table cell that becomes a labelled line of a card on phones. */
import type { ReactNode } from 'react';
import type { Column } from './column';
import classes from './row-cards.module.css';

/** Explicit roles, because in the card layout some browsers drop the table semantics. */
export const ROW = { role: 'row' } as const;
export const CELL = { role: 'cell' } as const;

/** The actions column sticks to the edge of a table that scrolls horizontally. */
const ACTIONS = 'actions';

export function isActions({ id }: { id: string }): boolean {
  return id === ACTIONS;
}

/** The column that identifies the row becomes the title of its card. */
export function leadOf(columns: readonly Pick<Column<never>, 'id' | 'fixed'>[]): string | undefined {
  return columns.find(({ fixed }) => fixed)?.id;
}

interface Props {
  column: Pick<Column<never>, 'id' | 'title' | 'beside' | 'numeric'>;
  lead: boolean;
  children: ReactNode;
}

/** A plain element: Mantine's cell costs as much as its content, and a page has hundreds. */
export function RowCell({ column, lead, children }: Props) {
  return (
    <td
      {...CELL}
      data-numeric={column.numeric || undefined}
      data-label={column.title}
      data-place={lead ? 'lead' : isActions(column) ? 'actions' : column.beside ? 'beside' : undefined}
      data-named={(lead && typeof children === 'number') || undefined}
      data-nothing={isNothing(children) || undefined}
      data-short={isShort(children) || undefined}
    >
      <div className={classes.value}>{children}</div>
    </td>
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
