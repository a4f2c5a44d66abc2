import type { MessagesOf } from '../messages';

export const time: MessagesOf<'time'> = {
  just_now: 'just now',
  one_day_ago: '1 day ago',
  ago: {
    minutes: '{{count}} min ago',
    hours: '{{count}} h ago',
    days: '{{count}} d ago',
  },
};
