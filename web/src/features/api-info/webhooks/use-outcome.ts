import { useTranslation } from 'react-i18next';
import type { DeliveryFault } from './api/webhooks';

/** The result of an attempt: the HTTP status, or why there was no response. */
export function useOutcome(): (status: number | null, fault: DeliveryFault | null) => string {
  const { t } = useTranslation();
  return (status, fault) => {
    if (status) return t('webhooks.answered', { status });
    return fault ? t(`webhooks.fault.${fault}`) : '—';
  };
}
