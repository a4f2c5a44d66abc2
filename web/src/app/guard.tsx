/** Stands before every page: no session leads to the login, a new one is loaded first. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { paths } from '@/config/paths';
import { loadConsoleMessages } from '@/lib/i18n/i18n';
import { loadWithRetry } from '@/lib/load-with-retry';
import { decide, loginPath, fullPath } from '@/lib/routing/guard';
import { forgetSession, refreshUser } from '@/lib/session/session';
import { onSessionNews } from '@/lib/session/session-channel';
import { useSessionStore } from '@/lib/session/session-store';
import { readToken } from '@/lib/session/token';
import { ShellSkeleton } from '@/components/page/shell-skeleton';
import { SessionLoader } from './session-loader';

const LoginPage = lazy(() => loadWithRetry(() => import('@/features/auth/login-page')));
const RegisterPage = lazy(() => loadWithRetry(() => import('@/features/auth/register-page')));
const AuthRedirectPage = lazy(() => loadWithRetry(() => import('@/features/auth/auth-redirect-page')));
const Entered = lazy(async () => {
  const [entered] = await Promise.all([
    loadWithRetry(() => import('./entered')),
    loadWithRetry(loadConsoleMessages),
  ]);
  return entered;
});

export function Guard() {
  const location = useLocation();
  const token = useSessionStore((session) => session.token);
  const routesReady = useSessionStore((session) => session.routes !== null);
  useFreshBalance();
  useOtherWindows();

  const decision = decide(location, { token: token !== null, routesReady });
  switch (decision.kind) {
    case 'go':
      return <Navigate to={decision.to} replace />;
    case 'load':
      return <SessionLoader />;
    case 'public':
      return (
        <Suspense fallback={null}>
          <PublicPage pathname={location.pathname} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<ShellSkeleton />}>
          <Entered />
        </Suspense>
      );
  }
}

function PublicPage({ pathname }: { pathname: string }) {
  if (pathname === paths.register) return <RegisterPage />;
  if (pathname === paths.authRedirect) return <AuthRedirectPage />;
  return <LoginPage />;
}

/** A page that changed the balance only sets a flag; the next navigation fetches it. */
function useFreshBalance(): void {
  const { pathname } = useLocation();
  const seenPath = useRef(pathname);
  useEffect(() => {
    if (seenPath.current === pathname) return;
    seenPath.current = pathname;
    if (useSessionStore.getState().updateBalance) refreshUser().catch(() => undefined);
  }, [pathname]);
}

/** A logout in one window is a logout in all; a login there is one here. */
function useOtherWindows(): void {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(
    () =>
      onSessionNews((news) => {
        const { token, user } = useSessionStore.getState();
        if (news.kind === 'logout') {
          if (token === null) return;
          forgetSession();
          void navigate(loginPath(fullPath(location)), { replace: true });
          return;
        }
        const sameAccount = user !== null && user.name === news.username;
        // Somebody else's pages must not stay on the screen.
        if (user !== null && !sameAccount) window.location.assign(paths.root);
        else useSessionStore.setState({ token: readToken(), expired: false });
      }),
    [navigate, location],
  );
}
