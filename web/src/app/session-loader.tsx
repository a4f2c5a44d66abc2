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
  const [failed, setFailed] = useState<'no_answer' | 'no_menu' | null>(null);
  const wanted = fullPath(location);

  const load = useCallback(async () => {
    const outcome = await loadSession();
    if (outcome.kind === 'refused' && useSessionStore.getState().token !== null) {
      clearSession();
      toast.error(outcome.message);
      await navigate(loginPath(wanted), { replace: true });
    }
    setFailed(outcome.kind === 'no_menu' || outcome.kind === 'no_answer' ? outcome.kind : null);
  }, [navigate, wanted]);

  useEffect(() => {
    // State is set only after the responses arrive.
    // oxlint-disable-next-line react/set-state-in-effect
    void load();
  }, [load]);

  if (failed === null) return <ShellSkeleton />;
  return (
    <ErrorState
      fullScreen
      message={failed === 'no_menu' ? t('errors.menu_failed') : t('errors.no_answer')}
      onRetry={() => void load()}
    />
  );
}
