import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { loadSession } from './load-session';

/** What changed meanwhile only sets a flag; the next navigation fetches it. */
export function useFreshSession(): void {
  const { pathname } = useLocation();
  const seenPath = useRef(pathname);
  useEffect(() => {
    if (seenPath.current === pathname) return;
    seenPath.current = pathname;
    const { updateBalance, updateMenu } = useSessionStore.getState();
    // What cannot be fetched now stays as it is shown; the flag stays too.
    if (updateMenu) void loadSession();
    else if (updateBalance) refreshUser().catch(() => undefined);
  }, [pathname]);
}
