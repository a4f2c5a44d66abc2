import type { MessagesOf } from '../messages';

export const logins: MessagesOf<'logins'> = {
  current: '現在のセッション',
  history: 'ログイン履歴',
  began: 'ログイン',
  last_seen: '最終操作',
  ip: 'IP アドレス',
  device: '端末',
  ended: {
    open: '継続中',
    replaced: '別の場所でログイン',
    logged_out: 'ログアウト',
    password_changed: 'パスワード変更',
    ended: '管理者が終了',
    expired: '期限切れ',
  },
  none: 'ログイン履歴はまだありません',
  unknown_device: '不明な端末',
};
