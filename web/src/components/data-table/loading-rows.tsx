import { memo } from 'react';
import type { Column } from './column';
import { CELL, leadOf, ROW, RowCell } from './row-cell';
import cards from './row-cards.module.css';
import classes from './data-table.module.css';

type Shown = Pick<Column<never>, 'id' | 'title' | 'fixed' | 'beside' | 'numeric'>;

interface Props {
  columns: readonly Shown[];
  count: number;
  selectable: boolean;
}

/** Rows in place of those that are being loaded. They look the same until then, so they are rendered once. */
export const LoadingRows = memo(function LoadingRows({ columns, count, selectable }: Props) {
  const lead = leadOf(columns);
  return Array.from({ length: count }, (_, row) => (
    // Not the key of a row that follows: the browser would count it as moved.
    <tr {...ROW} key={`loading ${row}`}>
      {selectable ? <td {...CELL} className={`${classes.tick} ${cards.tick}`} /> : null}
      {columns.map((column) => (
        <RowCell key={column.id} column={column} lead={column.id === lead}>
          <span className={classes.loading} />
        </RowCell>
      ))}
    </tr>
  ));
}, looksSame);

function looksSame(before: Props, after: Props): boolean {
  return (
    before.count === after.count &&
    before.selectable === after.selectable &&
    before.columns.length === after.columns.length &&
    before.columns.every(({ id, title }, index) => {
      const column = after.columns[index];
      return column?.id === id && column.title === title;
    })
  );
}
