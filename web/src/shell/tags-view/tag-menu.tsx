import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TagActions } from './tag-actions';
import type { Tab } from './tabs';
import classes from './tags-view.module.css';

interface Props {
  tab: Tab;
  position: { left: number; top: number };
  actions: TagActions;
  onClose: () => void;
}

/** The context menu of a tab. */
export function TagMenu({ tab, position, actions, onClose }: Props) {
  const { t } = useTranslation();
  const menuRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    menuRef.current?.querySelector('button')?.focus();
  }, [tab]);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (!(event.target instanceof Node && menuRef.current?.contains(event.target))) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);

  const entries: { label: string; run: () => Promise<void> }[] = [
    { label: t('shell.tag_refresh'), run: () => actions.refresh(tab) },
    ...(tab.affix ? [] : [{ label: t('shell.tag_close'), run: () => actions.close(tab) }]),
    { label: t('shell.tag_close_others'), run: () => actions.closeOthers(tab) },
    { label: t('shell.tag_close_all'), run: () => actions.closeAll() },
  ];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(menuRef.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <div
      ref={menuRef}
      role="menu"
      tabIndex={-1}
      aria-label={t('shell.tag_menu')}
      className={classes.menu}
      style={{ left: position.left, top: position.top }}
      onKeyDown={onKeyDown}
    >
      {entries.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            void run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
