import { useTranslation } from 'react-i18next';
import { durationParts } from '@/lib/duration';

export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    const { unit, ...values } = durationParts(seconds);
    switch (unit) {
      case 'moment':
        return t('tasks.lasts.moment');
      case 'seconds':
        return t('tasks.lasts.seconds', values as { count: number });
      case 'minutes':
        return t('tasks.lasts.minutes', values as { minutes: number; seconds: number });
      case 'hours':
        return t('tasks.lasts.hours', values as { hours: number; minutes: number });
      default:
        return t('tasks.lasts.days', values as { days: number; hours: number });
    }
  };
}
