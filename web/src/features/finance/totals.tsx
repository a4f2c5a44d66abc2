import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './finance.module.css';

interface Props {
  label: string;
  /** Without values while they load. */
  totals: readonly { name: string; value?: ReactNode }[];
}

/** Totals of the whole list, not only of the current page. */
export function Totals({ label, totals }: Props) {
  return (
    <dl className={classes.totals} aria-label={label}>
      {totals.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? <Skeleton component="span" display="block" height="1.55em" width={96} />}</dd>
        </div>
      ))}
    </dl>
  );
}
