import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSessionStore } from '@/lib/session/session-store';
import { useTabsStore } from '@/shell/tags-view/tabs-store';

/** Rendered at /redirect/…: drops the page's state, marks all data as outdated, then navigates back to it. */
export function RefreshHelper({ to }: { to: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    const path = to.split(/[?#]/, 1)[0] ?? to;
    useTabsStore.getState().dropView(path);
    // The page asks again for everything it shows when it mounts. Pages in other tabs do so when they are shown.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    useSessionStore.setState({ updateBalance: true });
    void navigate(to, { replace: true });
  }, [to, navigate, queryClient]);
  return null;
}
