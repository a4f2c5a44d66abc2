/** Relative times. */
export const time = {
  just_now: '刚刚',
  one_day_ago: '1 天前',
  ago: {
    minutes: '{{count}} 分钟前',
    hours: '{{count}} 小时前',
    days: '{{count}} 天前',
  },
};
