/** A short list that is there as a whole: no pages, no choice of columns. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './plain-table.module.css';

interface Props {
  label: string;
  titles: readonly string[];
  /** Rows of the table. */
  children: ReactNode;
}

export function PlainTable({ label, titles, children }: Props) {
  const { t } = useTranslation();
  return (
    // A wide table scrolls inside its frame; keyboard users must be able to scroll it too.
    <div className={classes.scroll} role="region" aria-label={t('table.scroll_area', { label })} tabIndex={0}>
      <Table className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {titles.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
