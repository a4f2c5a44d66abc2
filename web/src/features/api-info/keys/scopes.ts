import { useTranslation } from 'react-i18next';

const KNOWN = {
  lookup: 'lookup',
  'tasks:read': 'tasks_read',
  'tasks:write': 'tasks_write',
  balance: 'balance',
  webhooks: 'webhooks',
  'suppression:read': 'suppression_read',
  'suppression:write': 'suppression_write',
  usage: 'usage',
  generate: 'generate',
} as const;

/** Labels of scopes. Unknown scopes are shown as they are. */
export function useScopeText(): (scope: string) => string {
  const { t } = useTranslation();
  return (scope) => {
    const known = Object.entries(KNOWN).find(([name]) => name === scope);
    return known ? t(`api_info.scopes.${known[1]}`) : scope;
  };
}
