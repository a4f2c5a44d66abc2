import type { TFunction } from 'i18next';
import type { TimeAgo } from '@/lib/time';

/** Returns null if the moment is so long ago that it should be shown as a date. */
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
