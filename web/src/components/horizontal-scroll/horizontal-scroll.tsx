/** A container that scrolls horizontally and fades at the edges that have more content. */
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { scrollEdges } from './scroll-edges';
import classes from './horizontal-scroll.module.css';

interface Props {
  label: string;
  busy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Sets attributes directly, because scrolling must not rerender the table. */
function watchEdges(place: HTMLDivElement): () => void {
  const mark = (): void => {
    const { before, after } = scrollEdges(place);
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

export function HorizontalScroll({ label, busy, className, children }: Props) {
  const { t } = useTranslation();
  return (
    // Focusable so that keyboard users can scroll.
    <div
      ref={watchEdges}
      className={className ? `${classes.scroll} ${className}` : classes.scroll}
      // No landmark: a page can have many, and the section around it often has the same label.
      role="group"
      aria-label={t('common.scroll_area', { label })}
      aria-busy={busy}
      tabIndex={0}
    >
      {children}
    </div>
  );
}
