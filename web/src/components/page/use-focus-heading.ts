import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of a step when the step changes, so that keyboard and screen reader users continue there.
 * The button that they pressed is gone by then. The first step is left alone.
 */
export function useFocusHeading(step: string, shown: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (!shown || before.current === step) return;
    before.current = step;
    const heading = place.current?.querySelector<HTMLElement>('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step, shown]);
  return place;
}
