import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './page.module.css';

interface Props {
  title: string;
  /** Shown next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SectionCard({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={classes.sectionCard} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <Title order={2} id={id} fz={15}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}
