import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { requestFromShell } from './page-requests';

/** Names the page's tab and the window after what the page shows. */
export function useTabLabel(label: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (label) requestFromShell({ kind: 'name_tab', path: pathname, label });
  }, [pathname, label]);
}
