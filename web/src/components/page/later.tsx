import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '@/lib/when-idle';
import classes from './page.module.css';

interface Props {
  /** How many idle periods to wait for, so that several parts follow each other. */
  after?: number;
  children: ReactNode;
}

/** Content at the end of a page, which is rendered once the content above is on the screen. */
export function Later({ after = 1, children }: Props) {
  const [left, setLeft] = useState(after);
  useEffect(() => {
    if (left === 0) return undefined;
    return whenIdle(() => startTransition(() => setLeft(left - 1)));
  }, [left]);
  return left === 0 ? children : <div aria-busy="true" className={classes.later} />;
}
