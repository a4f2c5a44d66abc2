/** Loads user info, then the menu, then makes the routes; the wanted page follows by itself. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import { useLocation, useNavigate } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { ShellSkeleton } from '@/components/page/shell-skeleton';
import { fullPath, loginPath } from '@/lib/routing/guard';
import { type MenuEntry, permissionsOf } from '@/lib/routing/menu-routes';
import { fetchMenu, fetchUser, forgetSession } from '@/lib/session/session';
import { useSessionStore, type UserInfo } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { buildRoutes } from './build-routes';
import { fixedRoutes } from './fixed-routes';
import { isKnownView } from './page-registry';

type Outcome = { kind: 'entered' } | { kind: 'refused'; message: string } | { kind: 'no_menu' };

/** React may run effects twice; one session is loaded once. */
let loading: Promise<Outcome> | null = null;

async function loadSession(): Promise<Outcome> {
  let user: UserInfo;
  try {
    user = await fetchUser();
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : '';
    return { kind: 'refused', message: message || i18next.t('errors.has_error') };
  }
  let menu: readonly MenuEntry[];
  try {
    menu = await fetchMenu();
  } catch {
    return { kind: 'no_menu' };
  }
  const routes = buildRoutes(fixedRoutes, menu, user.roles, isKnownView);
  useSessionStore.setState({ user, routes, permissions: permissionsOf(menu), updateBalance: false });
  return { kind: 'entered' };
}

export function SessionLoader() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const [menuFailed, setMenuFailed] = useState(false);
  const wanted = fullPath(location);

  const load = useCallback(async () => {
    loading ??= loadSession().finally(() => {
      loading = null;
    });
    const outcome = await loading;
    if (outcome.kind === 'refused' && useSessionStore.getState().token !== null) {
      forgetSession();
      toast.error(outcome.message);
      await navigate(loginPath(wanted), { replace: true });
    }
    setMenuFailed(outcome.kind === 'no_menu');
  }, [navigate, wanted]);

  useEffect(() => {
    // Its state is only set once the answers are there.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);

  if (!menuFailed) return <ShellSkeleton />;
  return <ErrorState fullScreen message={t('errors.menu_failed')} onRetry={() => void load()} />;
}
