import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: '管理できるアカウント',
  uid: 'UID',
  username: 'ユーザー名',
  account_type: 'アカウント種別',
  all_types: 'すべての種別',
  search: 'ユーザー名または UID',
  state: '状態',
  all_states: 'すべての状態',
  enabled: '有効',
  disabled: '無効',
  inviter: '招待者 UID',
  last_login_at: '最終ログイン',
  created_at: '登録日時',
  empty: 'アカウントはまだありません',
  empty_hint: '招待コードで登録したアカウントがここに表示されます。',
};
