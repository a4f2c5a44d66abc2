import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and amounts stand at the right edge. */
  numeric?: boolean;
  /** The column that says which row it is: cannot be hidden. */
  fixed?: boolean;
  /** On a phone, where a row is a card, it stands beside the head instead of on a line of its own. */
  beside?: boolean;
}
