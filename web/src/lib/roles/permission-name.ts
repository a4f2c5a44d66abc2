import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

interface Names {
  module: (module: string) => string;
  permission: (permission: string) => string;
}

/** The server names permissions; one that this build has no words for is shown as it is written. */
export function usePermissionNames(): Names {
  const { t } = useTranslation();
  const find = (key: string, otherwise: string): string =>
    i18next.exists(key) ? t(key as 'permissions.modules.user') : otherwise;
  return {
    module: (module) => find(`permissions.modules.${module}`, module),
    permission: (permission) => find(`permissions.names.${permission.replace('/', '.')}`, permission),
  };
}
