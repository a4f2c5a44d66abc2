import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

export function Figure({
  name,
  bad = false,
  leads = false,
  children,
}: {
  name: string;
  bad?: boolean;
  /** The most important figure of the page. */
  leads?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-bad={bad || undefined} data-leads={leads || undefined}>
      <dt>{name}</dt>
      <dd className="ns-numeric">{children}</dd>
    </div>
  );
}
