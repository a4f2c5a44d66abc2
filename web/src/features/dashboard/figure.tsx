import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

export function Figure({
  name,
  bad = false,
  children,
}: {
  name: string;
  bad?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.figure} data-bad={bad || undefined}>
      <dt>{name}</dt>
      <dd className="ns-numeric">{children}</dd>
    </div>
  );
}
