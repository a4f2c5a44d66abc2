import { useTranslation } from 'react-i18next';
import type { DeliveryFault } from './api/webhooks';

/** What came of a try, in a few words: the status of the answer, or why there was none. */
export function useOutcome(): (status: number | null, fault: DeliveryFault | null) => string {
  const { t } = useTranslation();
  return (status, fault) => {
    if (status) return t('webhooks.answered', { status });
    return fault ? t(`webhooks.fault.${fault}`) : '—';
  };
}
