import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSessionStore } from '@/lib/session/session-store';
import { useTabsStore } from '@/shell/tags-view/tabs-store';

/** Rendered at /redirect/…: drops the page's state and queries, then navigates back to it. */
export function RefreshHelper({ to }: { to: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useEffect(() => {
    const path = to.split(/[?#]/, 1)[0] ?? to;
    useTabsStore.getState().dropView(path);
    queryClient.removeQueries({ predicate: (query) => query.meta?.viewPath === path });
    useSessionStore.setState({ updateBalance: true });
    void navigate(to, { replace: true });
  }, [to, navigate, queryClient]);
  return null;
}
