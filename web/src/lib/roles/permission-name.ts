import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

interface Names {
  module: (module: string) => string;
  permission: (permission: string) => string;
}

/** Names of permissions. A permission without a translation is shown as its code. */
export function usePermissionNames(): Names {
  const { t } = useTranslation();
  const find = (key: string, otherwise: string): string =>
    i18next.exists(key) ? t(key, otherwise) : otherwise;
  return {
    module: (module) => find(`permissions.modules.${module}`, module),
    permission: (permission) => find(`permissions.names.${permission.replace('/', '.')}`, permission),
  };
}
