import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

export function Figure({
  name,
  bad = false,
  leads = false,
  note,
  trend,
  children,
}: {
  name: string;
  bad?: boolean;
  /** The most important figure of the page. */
  leads?: boolean;
  /** Shown below the name. */
  note?: ReactNode;
  /** Shown below the figure. */
  trend?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-bad={bad || undefined} data-leads={leads || undefined}>
      <dt>
        {name}
        {note}
      </dt>
      <dd className="ns-numeric">{children}</dd>
      {trend ? <dd className={classes.trend}>{trend}</dd> : null}
    </div>
  );
}
