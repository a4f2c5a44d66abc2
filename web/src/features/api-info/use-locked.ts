import { useTranslation } from 'react-i18next';
import { useSessionStore } from '@/lib/session/session-store';
import { useHasPermission } from '@/lib/session/use-has-permission';

/** Why this page is read-only, or null. The server checks permissions in any case. */
export function useLocked(): string | null {
  const { t } = useTranslation();
  const inside = useSessionStore((session) => session.user?.switching === 1);
  const may = useHasPermission()('user/generateApi');
  if (inside) return t('api_info.locked_inside');
  return may ? null : t('api_info.locked_not_permitted');
}
