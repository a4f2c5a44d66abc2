import type { MessagesOf } from '../messages';

export const time: MessagesOf<'time'> = {
  just_now: 'たった今',
  one_day_ago: '1日前',
  ago: {
    minutes: '{{count}}分前',
    hours: '{{count}}時間前',
    days: '{{count}}日前',
  },
};
