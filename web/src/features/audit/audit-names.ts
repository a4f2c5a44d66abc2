import { useTranslation } from 'react-i18next';
import { usePermissionNames } from '@/lib/roles/permission-name';

interface AuditNames {
  action: (action: string) => string;
  account: (uid: number | null | undefined, name: string | null | undefined, otherwise?: string) => string;
}

export function useAuditNames(): AuditNames {
  const { t } = useTranslation();
  const { permission } = usePermissionNames();
  return {
    action: permission,
    account: (uid, name, otherwise = t('audit.system')) => {
      if (uid == null) return otherwise;
      return name ? t('notify.to_account', { name, uid }) : String(uid);
    },
  };
}
