import type { MessagesOf } from '../messages';

export const time: MessagesOf<'time'> = {
  just_now: 'ahora mismo',
  one_day_ago: 'hace 1 día',
  ago: {
    minutes: 'hace {{count}} min',
    hours: 'hace {{count}} h',
    days: 'hace {{count}} d',
  },
};
