import { useCallback } from 'react';
import i18next from 'i18next';
import { useLocation, useNavigate } from 'react-router';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { fullPath, loginPath } from '@/lib/routing/guard';
import { logout } from '@/lib/session/session';

/** Logs out and remembers the current page for the next login. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(async () => {
    if (!(await confirmLosingInput(i18next.t))) return;
    const back = loginPath(fullPath(location));
    await logout();
    await navigate(back);
  }, [navigate, location]);
}
