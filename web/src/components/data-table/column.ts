import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
  /** Identifies the row and cannot be hidden. */
  fixed?: boolean;
  /** Not shown until the user chooses it. */
  optional?: boolean;
  /** In the card layout on phones, shown next to the card's title instead of on its own line. */
  beside?: boolean;
}
