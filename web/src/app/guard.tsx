/** Guards every page: redirects to login without a session and loads a new session first. */
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { OPEN_PATHS, paths } from '@/config/paths';
import { loadMessages } from '@/lib/i18n/i18n';
import { loadWithRetry } from '@/lib/load-with-retry';
import { decide, loginPath, fullPath } from '@/lib/routing/guard';
import { adoptCookieSession, clearSession } from '@/lib/session/session';
import { onSessionMessage } from '@/lib/session/session-channel';
import { useSessionStore } from '@/lib/session/session-store';
import { readToken, waitForCookie } from '@/lib/session/token';
import { useReadyLater } from '@/lib/use-ready-later';
import { ShellSkeleton } from '@/components/page/shell-skeleton';
import { preloadConsole } from './preload-console';

const LoginPage = lazy(() => loadWithRetry(() => import('@/features/auth/login-page')));
const RegisterPage = lazy(() => loadWithRetry(() => import('@/features/auth/register-page')));
const NewPasswordPage = lazy(() => loadWithRetry(() => import('@/features/auth/new-password-page')));
const AuthRedirectPage = lazy(() => loadWithRetry(() => import('@/features/auth/auth-redirect-page')));
const SharedResultsPage = lazy(async () => {
  const [page] = await Promise.all([
    loadWithRetry(() => import('@/features/tasks/shared-results-page')),
    loadWithRetry(() => loadMessages('console')),
    loadWithRetry(() => loadMessages('work')),
  ]);
  return page;
});
const SessionLoader = lazy(() => loadWithRetry(() => import('./session-loader')));
const ConsoleApp = lazy(async () => {
  const [entered] = await Promise.all([
    loadWithRetry(() => import('./console-app')),
    loadWithRetry(() => loadMessages('console')),
  ]);
  return entered;
});

export function Guard() {
  const location = useLocation();
  const token = useSessionStore((session) => session.token);
  const routesReady = useReadyLater(useSessionStore((session) => session.routes !== null));
  useOtherWindows();

  const decision = decide(location, { token: token !== null, routesReady });
  switch (decision.kind) {
    case 'go':
      return <Navigate to={decision.to} replace />;
    case 'load':
      return (
        <Suspense fallback={<ShellSkeleton />}>
          <SessionLoader />
        </Suspense>
      );
    case 'public':
      return (
        <Suspense fallback={null}>
          <PublicPage pathname={location.pathname} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<ShellSkeleton />}>
          <ConsoleApp />
        </Suspense>
      );
  }
}

function PublicPage({ pathname }: { pathname: string }) {
  if (pathname === paths.register) return <RegisterPage />;
  if (pathname === paths.newPassword) return <NewPasswordPage />;
  if (pathname === paths.shared) return <SharedResultsPage />;
  if (pathname === paths.authRedirect) return <AuthRedirectPage />;
  if (OPEN_PATHS.includes(pathname)) return <ConsoleApp />;
  return <LoginWithPreload />;
}

/** Who types is about to log in. */
function LoginWithPreload() {
  useEffect(() => {
    const preload = (): void => void preloadConsole();
    document.addEventListener('input', preload, { once: true });
    return () => document.removeEventListener('input', preload);
  }, []);
  return <LoginPage />;
}

/** A logout or login in one window applies to all windows. */
function useOtherWindows(): void {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(
    () =>
      onSessionMessage(async (news) => {
        if (news.kind === 'login') await waitForCookie(news.token);
        const { token, user } = useSessionStore.getState();
        if (news.kind === 'logout') {
          if (token === null) return;
          clearSession();
          void navigate(loginPath(fullPath(location)), { replace: true });
          return;
        }
        const sameAccount = user !== null && user.name === news.username;
        if (user === null || sameAccount) {
          useSessionStore.setState({ token: readToken(), expired: false });
          return;
        }
        // Do not leave the pages of another account on the screen.
        adoptCookieSession();
        void navigate(paths.root, { replace: true });
      }),
    [navigate, location],
  );
  // Detects changes that this window missed because it was not listening yet or was suspended.
  useEffect(() => {
    const check = (): void => {
      const { token } = useSessionStore.getState();
      if (token === readToken()) return;
      adoptCookieSession();
      // On the login page the guard itself redirects to the target of the login.
      if (token !== null) void navigate(paths.root, { replace: true });
    };
    check();
    document.addEventListener('visibilitychange', check);
    window.addEventListener('focus', check);
    return () => {
      document.removeEventListener('visibilitychange', check);
      window.removeEventListener('focus', check);
    };
  }, [navigate]);
}
