import { useTranslation } from 'react-i18next';
import { durationParts } from '@/lib/duration';

export function useDurationText(): (seconds: number) => string {
  const { t } = useTranslation();
  return (seconds) => {
    const parts = durationParts(seconds);
    switch (parts.unit) {
      case 'moment':
        return t('tasks.lasts.moment');
      case 'seconds':
        return t('tasks.lasts.seconds', { count: parts.count });
      case 'minutes':
        return t('tasks.lasts.minutes', { minutes: parts.minutes, seconds: parts.seconds });
      case 'hours':
        return t('tasks.lasts.hours', { hours: parts.hours, minutes: parts.minutes });
      default:
        return t('tasks.lasts.days', { days: parts.days, hours: parts.hours });
    }
  };
}
