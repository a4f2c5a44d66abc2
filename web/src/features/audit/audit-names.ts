import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

interface AuditNames {
  action: (action: string) => string;
  account: (uid: number | null | undefined, name: string | null | undefined, otherwise?: string) => string;
}

export function useAuditNames(): AuditNames {
  const { t } = useTranslation();
  return {
    action: (action) => {
      // The server chooses the key. Actions without a translation are shown as they are.
      const key = `audit_actions.${action.replace('/', '.')}`;
      return i18next.exists(key) ? t(key, action) : action;
    },
    account: (uid, name, otherwise = t('audit.system')) => {
      if (uid == null) return otherwise;
      return name ? t('notify.to_account', { name, uid }) : String(uid);
    },
  };
}
