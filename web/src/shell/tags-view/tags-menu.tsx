/** The open pages on phones: a counter in the navbar that opens a list. */
import { Popover, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '@/lib/i18n/use-title';
import { type TagActions, useTagActions } from './tag-actions';
import type { Tab } from './tabs';
import { useTabsStore } from './tabs-store';
import classes from './tags-menu.module.css';

export function TagsMenu({ activePath }: { activePath: string }) {
  const { t } = useTranslation();
  const tabs = useTabsStore((state) => state.tabs);
  const actions = useTagActions(activePath);
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  const active = tabs.find(({ path }) => path === activePath);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={288} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.opener}
          aria-label={t('shell.open_pages_count', { count: tabs.length })}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.count}>{tabs.length}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <nav aria-label={t('shell.open_pages')}>
          <ul className={classes.pages}>
            {tabs.map((tab) => (
              <PageLine
                key={tab.path}
                tab={tab}
                active={tab.path === activePath}
                onOpen={close}
                onClose={() => void actions.close(tab)}
              />
            ))}
          </ul>
        </nav>
        {active ? <PageActions tab={active} actions={actions} onDone={close} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

interface LineProps {
  tab: Tab;
  active: boolean;
  onOpen: () => void;
  onClose: () => void;
}

function PageLine({ tab, active, onOpen, onClose }: LineProps) {
  const { t } = useTranslation();
  const routeTitle = useTitle()(tab.title);
  const title = tab.label ?? routeTitle;
  return (
    <li data-active={active || undefined}>
      <Link
        to={tab.fullPath}
        className={classes.link}
        aria-current={active ? 'page' : undefined}
        onClick={onOpen}
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
          <IconX size={15} stroke={1.8} aria-hidden />
        </button>
      )}
    </li>
  );
}

interface ActionsProps {
  tab: Tab;
  actions: TagActions;
  onDone: () => void;
}

/** The entries of the context menu that tabs have on wide screens, for the page that is shown. */
function PageActions({ tab, actions, onDone }: ActionsProps) {
  const { t } = useTranslation();
  const entries: { label: string; run: () => Promise<void> }[] = [
    { label: t('shell.tag_refresh'), run: () => actions.refresh(tab) },
    { label: t('shell.tag_close_others'), run: () => actions.closeOthers(tab) },
    { label: t('shell.tag_close_all'), run: () => actions.closeAll() },
  ];
  return (
    <div className={classes.actions}>
      {entries.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          onClick={() => {
            onDone();
            void run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
