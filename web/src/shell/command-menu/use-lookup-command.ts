import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/config/paths';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { type Command, looksLikeNumber } from './commands';

/** Looks up the number that was typed; null if it is none or the account may not look up numbers. */
export function useLookupCommand(query: string): Command | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useHasPermission()('lookup/create');
  if (!may || !looksLikeNumber(query)) return null;
  const number = query.trim();
  return {
    id: 'action:look-up',
    group: 'actions',
    label: t('shell.look_up', { number }),
    context: '',
    icon: 'phone-check',
    run: () => void navigate(`${paths.lookUp}?${new URLSearchParams({ numbers: number }).toString()}`),
  };
}
