/** Shown while the session loads. The requested page follows. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { ShellSkeleton } from '@/components/page/shell-skeleton';
import { fullPath, loginPath } from '@/lib/routing/guard';
import { clearSession } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { loadSession } from './load-session';

export default function SessionLoader() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const [menuFailed, setMenuFailed] = useState(false);
  const wanted = fullPath(location);

  const load = useCallback(async () => {
    const outcome = await loadSession();
    if (outcome.kind === 'refused' && useSessionStore.getState().token !== null) {
      clearSession();
      toast.error(outcome.message);
      await navigate(loginPath(wanted), { replace: true });
    }
    setMenuFailed(outcome.kind === 'no_menu');
  }, [navigate, wanted]);

  useEffect(() => {
    // State is set only after the responses arrive.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);

  if (!menuFailed) return <ShellSkeleton />;
  return <ErrorState fullScreen message={t('errors.menu_failed')} onRetry={() => void load()} />;
}
