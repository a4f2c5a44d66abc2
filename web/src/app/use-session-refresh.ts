import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { loadSession } from './load-session';

/** Refetches user info or menu on the next navigation after a change was flagged. */
export function useSessionRefresh(): void {
  const { pathname } = useLocation();
  const seenPath = useRef(pathname);
  useEffect(() => {
    if (seenPath.current === pathname) return;
    seenPath.current = pathname;
    const { updateBalance, updateMenu } = useSessionStore.getState();
    // If the fetch fails, the shown data and the flag stay.
    if (updateMenu) void loadSession();
    else if (updateBalance) refreshUser().catch(() => undefined);
  }, [pathname]);
}
