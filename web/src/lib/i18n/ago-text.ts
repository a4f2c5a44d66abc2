import type { TFunction } from 'i18next';
import type { TimeAgo } from '@/lib/time';

/** In words; null when it is long enough ago to be told as a date. */
export function agoText(ago: TimeAgo, t: TFunction): string | null {
  switch (ago.kind) {
    case 'just_now':
      return t('time.just_now');
    case 'one_day':
      return t('time.one_day_ago');
    case 'span':
      return t(`time.ago.${ago.unit}`, { count: ago.count });
    default:
      return null;
  }
}
