import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: '管理できるアカウント',
  uid: 'UID',
  username: 'ユーザー名',
  account_type: 'アカウント種別',
  all_types: 'すべての種別',
  balance: 'ポイント',
  credit: '枠',
  invite_code: '招待コード',
  created_at: '登録日時',
  empty: 'アカウントはまだありません',
  empty_hint: '招待コードで登録したアカウントがここに表示されます。',
};
