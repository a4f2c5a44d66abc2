import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { changeLanguage } from '@/components/preferences/change-language';
import { LANGUAGE_NAMES, LANGUAGES } from '@/config/constants';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useSessionStore } from '@/lib/session/session-store';
import { useAppStore } from '@/lib/stores/app-store';
import type { DialogName } from '@/shell/dialogs';
import { useLogout } from '@/shell/navbar/use-logout';
import { allLinks, sidebarItems } from '@/shell/sidebar/sidebar-items';
import type { Command } from './commands';
import { useRecentPages } from './recent-pages';

export function useCommands(openDialog: (dialog: DialogName) => void): readonly Command[] {
  const { t } = useTranslation();
  const title = useTitle();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const logout = useLogout();
  const language = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const routes = useSessionStore((session) => session.routes);
  const recent = useRecentPages((state) => state.paths);

  return useMemo(() => {
    const pages: Command[] = allLinks(sidebarItems(routes ?? [])).map(({ link, above }) => ({
      id: link.path,
      group: 'pages',
      label: title(link.title),
      context: above.map((name) => title(name)).join(' / '),
      icon: link.icon,
      run: () => {
        if (link.external) window.open(link.path, '_blank', 'noopener');
        else void navigate(link.path);
      },
    }));
    const recentPages = recent.flatMap((path) => {
      const page = path === pathname ? undefined : pages.find(({ id }) => id === path);
      return page ? [{ ...page, id: `recent:${path}`, group: 'recent' as const }] : [];
    });
    const action = (id: string, label: string, icon: string, run: () => void): Command => ({
      id: `action:${id}`,
      group: 'actions',
      label,
      context: '',
      icon,
      run,
    });
    const actions = [
      action('password', t('auth.change_password'), 'role', () => openDialog('password')),
      action('settings', t('shell.settings'), 'settings', () => openDialog('settings')),
      action('notify', t('menu.account_notifications'), 'bell', () => void navigate(paths.myNotify)),
      action('sidebar', t('shell.toggle_sidebar'), 'list', () => useAppStore.getState().toggleSidebar()),
      action('light', t('common.use_light'), 'settings', () => setColorScheme('light')),
      action('dark', t('common.use_dark'), 'settings', () => setColorScheme('dark')),
      ...LANGUAGES.filter((other) => other !== language).map((other) =>
        action(
          `language-${other}`,
          `${t('common.language')} · ${LANGUAGE_NAMES[other]}`,
          'world',
          () => void changeLanguage(other),
        ),
      ),
      action('logout', t('shell.log_out'), 'user', () => void logout()),
    ];
    return [...recentPages, ...pages, ...actions];
  }, [t, title, navigate, logout, language, setColorScheme, routes, recent, pathname, openDialog]);
}
