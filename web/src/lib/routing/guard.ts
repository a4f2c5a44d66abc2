/** Decides what to do with a navigation before anything of the page is loaded. */
import { OPEN_PATHS, PUBLIC_PATHS, paths } from '@/config/paths';

export interface Navigation {
  pathname: string;
  /** Includes the question mark. */
  search: string;
  hash: string;
}

export type Decision =
  | { kind: 'public' }
  | { kind: 'go'; to: string }
  /** User info, menu and routes have to be loaded first. */
  | { kind: 'load' }
  | { kind: 'enter' };

export function decide(wanted: Navigation, session: { token: boolean; routesReady: boolean }): Decision {
  const isPublic = PUBLIC_PATHS.includes(wanted.pathname);
  if (!session.token) {
    return isPublic || OPEN_PATHS.includes(wanted.pathname)
      ? { kind: 'public' }
      : { kind: 'go', to: loginPath(fullPath(wanted)) };
  }
  if (wanted.pathname === paths.login) return { kind: 'go', to: redirectTarget(wanted.search) };
  if (isPublic) return { kind: 'public' };
  return session.routesReady ? { kind: 'enter' } : { kind: 'load' };
}

export function fullPath({ pathname, search, hash }: Navigation): string {
  return pathname + search + hash;
}

/** The login page with the address to return to. The whole address is encoded, so its query survives. */
export function loginPath(wanted: string): string {
  return `${paths.login}?redirect=${encodeURIComponent(wanted)}`;
}

/** Where to go after login. Anything that is not a path of this console is ignored. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect');
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return paths.root;
  const pathname = wanted.split(/[?#]/, 1)[0] ?? '';
  return PUBLIC_PATHS.includes(pathname) ? paths.root : wanted;
}
