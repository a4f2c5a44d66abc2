/** The bar of open tabs. */
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TAB_SPACING_PX } from '@/config/constants';
import { useTitle } from '@/lib/i18n/use-title';
import { useTagActions } from './tag-actions';
import { TagMenu } from './tag-menu';
import { menuPosition, scrollToShow, type Tab } from './tabs';
import { useTabsStore } from './tabs-store';
import classes from './tags-view.module.css';

interface OpenMenu {
  tab: Tab;
  position: { left: number; top: number };
}

export function TagsView({ activePath }: { activePath: string }) {
  const { t } = useTranslation();
  const tabs = useTabsStore((state) => state.tabs);
  const actions = useTagActions(activePath);
  const barRef = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  useActiveInView(barRef, activePath, tabs.length);
  useSidewaysWheel(barRef);

  function openMenu(event: MouseEvent, tab: Tab): void {
    const bar = barRef.current?.parentElement?.getBoundingClientRect();
    if (!bar) return;
    event.preventDefault();
    // Opened with the keyboard: use the tab's position.
    const anchor = event.currentTarget.getBoundingClientRect();
    const pointer =
      event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: anchor.left, y: anchor.bottom };
    setMenu({ tab, position: menuPosition({ x: pointer.x, y: pointer.y - bar.top }, bar) });
  }

  return (
    <div className={classes.frame}>
      <nav aria-label={t('shell.open_pages')}>
        <div className={classes.bar} ref={barRef} onScroll={() => setMenu(null)} data-testid="tags-bar">
          {tabs.map((tab) => (
            <TagItem
              key={tab.path}
              tab={tab}
              active={tab.path === activePath}
              onClose={() => void actions.close(tab)}
              onMenu={(event) => openMenu(event, tab)}
            />
          ))}
        </div>
      </nav>
      {menu ? (
        <TagMenu tab={menu.tab} position={menu.position} actions={actions} onClose={() => setMenu(null)} />
      ) : null}
    </div>
  );
}

interface TagItemProps {
  tab: Tab;
  active: boolean;
  onClose: () => void;
  onMenu: (event: MouseEvent) => void;
}

function TagItem({ tab, active, onClose, onMenu }: TagItemProps) {
  const { t } = useTranslation();
  const routeTitle = useTitle()(tab.title);
  const title = tab.label ?? routeTitle;
  return (
    <span
      className={classes.tag}
      data-active={active || undefined}
      data-path={tab.path}
      onContextMenu={onMenu}
      onAuxClick={(event) => {
        if (event.button !== 1 || tab.affix) return;
        // Otherwise the browser would also open the link in a new window.
        event.preventDefault();
        onClose();
      }}
    >
      <Link
        to={tab.fullPath}
        className={classes.link}
        title={tab.label}
        aria-current={active ? 'page' : undefined}
      >
        {title}
      </Link>
      {tab.affix ? null : (
        <button
          type="button"
          className={classes.close}
          aria-label={t('shell.close_page', { title })}
          onClick={onClose}
        >
          <IconX size={13} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** Scrolls the active tab and its neighbours into view when the page changes. */
function useActiveInView(
  barRef: React.RefObject<HTMLDivElement | null>,
  activePath: string,
  count: number,
): void {
  useLayoutEffect(() => {
    const bar = barRef.current;
    const tags = [...(bar?.children ?? [])].filter((child) => child instanceof HTMLElement);
    const index = tags.findIndex((tag) => tag.dataset.path === activePath);
    const active = tags[index];
    if (!bar || !active) return;
    const extent = (tag: HTMLElement | undefined) =>
      tag && { left: tag.offsetLeft - bar.offsetLeft, width: tag.offsetWidth };
    bar.scrollLeft = scrollToShow(
      { left: active.offsetLeft - bar.offsetLeft, width: active.offsetWidth },
      { previous: extent(tags[index - 1]), next: extent(tags[index + 1]) },
      { scrollLeft: bar.scrollLeft, width: bar.clientWidth },
      TAB_SPACING_PX,
    );
  }, [barRef, activePath, count]);
}

/**
 * The wheel scrolls the bar horizontally. React's wheel listeners are passive and cannot prevent the page
 * from scrolling.
 */
function useSidewaysWheel(barRef: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const bar = barRef.current;
    if (!bar) return undefined;
    const turn = (event: WheelEvent): void => {
      if (event.deltaY === 0 || bar.scrollWidth <= bar.clientWidth) return;
      event.preventDefault();
      bar.scrollLeft += event.deltaY;
    };
    bar.addEventListener('wheel', turn, { passive: false });
    return () => bar.removeEventListener('wheel', turn);
  }, [barRef]);
}
