import { ActionIcon, Indicator, Tooltip, UnstyledButton } from '@mantine/core';
import { IconBell, IconBug, IconMenu2, IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/config/paths';
import type { AppRoute } from '@/lib/routing/app-route';
import { useSessionStore } from '@/lib/session/session-store';
import { useAppStore } from '@/lib/stores/app-store';
import { useErrorLog } from '@/lib/stores/error-log-store';
import { Breadcrumb } from '@/shell/breadcrumb/breadcrumb';
import type { DialogName } from '@/shell/dialogs';
import { TagsMenu } from '@/shell/tags-view/tags-menu';
import { ColorSchemeToggle } from '@/components/preferences/color-scheme-toggle';
import { LanguageMenu } from './language-menu';
import { AccountFunds } from './account-funds';
import { FullScreenToggle } from './full-screen-toggle';
import { SizeMenu } from './size-menu';
import { TopUpButtons } from './top-up-buttons';
import { UserMenu } from './user-menu';
import classes from './navbar.module.css';

interface Props {
  matched: readonly AppRoute[];
  /** The path of the visible page where a menu of open pages is needed, on phones. */
  openPage: string | null;
  onOpenDialog: (dialog: DialogName) => void;
}

/** Not rendered again with every change of the shell around it. */
export const Navbar = memo(function Navbar({ matched, openPage, onOpenDialog }: Props) {
  const { t } = useTranslation();
  const { sidebar, toggleSidebar, device } = useAppStore();
  const desktop = device === 'desktop';
  return (
    <div className={classes.navbar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={sidebar.opened ? t('shell.close_menu') : t('shell.open_menu')}
        aria-expanded={sidebar.opened}
        onClick={toggleSidebar}
      >
        <IconMenu2 size={19} stroke={1.6} />
      </ActionIcon>
      <Breadcrumb matched={matched} />
      <div className={classes.right}>
        {desktop ? <AccountFunds /> : null}
        {desktop ? <TopUpButtons onOpenDialog={onOpenDialog} /> : null}
        <SearchButton wide={desktop} onClick={() => onOpenDialog('commands')} />
        {desktop ? <ErrorLogButton onClick={() => onOpenDialog('errors')} /> : null}
        {desktop ? <FullScreenToggle /> : null}
        {desktop ? <SizeMenu /> : null}
        {desktop ? <LanguageMenu /> : null}
        {desktop ? <ColorSchemeToggle /> : null}
        {openPage === null ? null : <TagsMenu activePath={openPage} />}
        <NotificationButton />
        <UserMenu onOpenDialog={onOpenDialog} />
      </div>
    </div>
  );
});

function SearchButton({ wide, onClick }: { wide: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  if (!wide) {
    return (
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('shell.search')} onClick={onClick}>
        <IconSearch size={18} stroke={1.6} />
      </ActionIcon>
    );
  }
  const shortcut = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <UnstyledButton className={classes.search} onClick={onClick}>
      <IconSearch size={15} stroke={1.7} aria-hidden />
      <span className={classes.searchLabel}>{t('shell.search')}</span>
      <kbd className={classes.kbd}>{shortcut}</kbd>
    </UnstyledButton>
  );
}

/** Shown only if there are errors. */
function ErrorLogButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  const count = useErrorLog((log) => log.errors.length);
  if (count === 0) return null;
  return (
    <Tooltip label={t('shell.error_log')}>
      <Indicator label={count} size={15} color="red" offset={5}>
        <ActionIcon
          variant="subtle"
          color="red"
          size={34}
          aria-label={t('shell.error_log_count', { count })}
          onClick={onClick}
        >
          <IconBug size={18} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}

function NotificationButton() {
  const { t } = useTranslation();
  const count = useSessionStore((session) => session.waitConfirmCount);
  return (
    <Tooltip label={t('shell.notifications')}>
      <Indicator label={count > 99 ? '99+' : count} size={15} color="red" offset={5} disabled={count === 0}>
        <ActionIcon
          component={Link}
          to={paths.myNotify}
          variant="subtle"
          color="gray"
          size={34}
          aria-label={count === 0 ? t('shell.notifications') : t('shell.notifications_count', { count })}
        >
          <IconBell size={18} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
