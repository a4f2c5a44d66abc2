/** Loads user info and menu, then builds the routes. */
import i18next from 'i18next';
import { ApiError } from '@/lib/api/envelope';
import { type MenuEntry, permissionsOf } from '@/lib/routing/menu-routes';
import { hasQuota } from '@/lib/session/account';
import { askSession } from '@/lib/session/asked-session';
import { openFirstTab } from '@/shell/use-open-tabs';
import { mustSecureFirst, useSessionStore, type UserInfo } from '@/lib/session/session-store';
import { buildRoutes } from './build-routes';
import { fixedRoutes } from './fixed-routes';
import { isKnownView } from './page-registry';
import { prefetchPage } from './preload-page';

export type Outcome =
  | { kind: 'entered' }
  | { kind: 'refused'; message: string }
  /** The server did not answer. The session may still be valid. */
  | { kind: 'no_answer' }
  | { kind: 'no_menu' };

/** React may run effects twice: load each session only once. */
let loading: Promise<Outcome> | null = null;

export function loadSession(): Promise<Outcome> {
  loading ??= load().finally(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<Outcome> {
  const { token } = useSessionStore.getState();
  const asked = askSession();
  let user: UserInfo;
  try {
    user = await asked.user;
  } catch (reason) {
    if (reason instanceof ApiError && reason.isNetwork) return { kind: 'no_answer' };
    const message = reason instanceof Error ? reason.message : '';
    return { kind: 'refused', message: message || i18next.t('errors.has_error') };
  }
  let menu: readonly MenuEntry[];
  try {
    // The server refuses everything else until the account is secured.
    menu = mustSecureFirst(user) ? [] : await asked.menu;
  } catch {
    return { kind: 'no_menu' };
  }
  // The user has changed accounts in the meantime: discard the result.
  if (useSessionStore.getState().token !== token) return { kind: 'entered' };
  const permissions = permissionsOf(menu);
  const routes = buildRoutes(
    fixedRoutes,
    menu,
    { roles: user.roles, permissions, withQuota: hasQuota(user) },
    isKnownView,
  );
  const first = useSessionStore.getState().routes === null;
  if (first && !mustSecureFirst(user)) openFirstTab(routes, window.location);
  useSessionStore.setState({
    user,
    routes,
    permissions,
    updateBalance: false,
    updateMenu: false,
  });
  if (first) prefetchPage(routes, window.location);
  return { kind: 'entered' };
}
