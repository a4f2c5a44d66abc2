import type { ReactNode } from 'react';
import classes from './screening.module.css';

interface Props {
  label: string;
  figures: readonly { name: string; value: ReactNode; main?: boolean }[];
}

export function Figures({ label, figures }: Props) {
  return (
    <dl className={classes.figures} aria-label={label}>
      {figures.map(({ name, value, main }) => (
        <div key={name} data-main={main || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
