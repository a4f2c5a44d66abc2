/** A place for what may be wider than the screen: it scrolls inside, and fades at an edge that has more beyond it. */
import type { ReactNode } from 'react';
import { edgesOf } from './edges';
import classes from './sideways.module.css';

interface Props {
  label: string;
  busy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Written to the element itself: scrolling must not draw the table anew. */
function watchEdges(place: HTMLDivElement): () => void {
  const mark = (): void => {
    const { before, after } = edgesOf(place);
    place.toggleAttribute('data-before', before);
    place.toggleAttribute('data-after', after);
  };
  const sizes = new ResizeObserver(mark);
  sizes.observe(place);
  for (const child of place.children) sizes.observe(child);
  place.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    place.removeEventListener('scroll', mark);
  };
}

export function Sideways({ label, busy, className, children }: Props) {
  return (
    // Keyboard users must be able to scroll it too.
    <div
      ref={watchEdges}
      className={className ? `${classes.sideways} ${className}` : classes.sideways}
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
    >
      {children}
    </div>
  );
}
