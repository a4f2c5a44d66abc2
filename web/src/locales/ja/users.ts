import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: '管理できるアカウント',
  uid: 'UID',
  username: 'ユーザー名',
  account_type: 'アカウント種別',
  account_type_n: '種別 {{type}}',
  all_types: 'すべての種別',
  types: {
    type_1: '最高管理者',
    type_2: '運営スタッフ',
    type_3: 'クレジット顧客',
    type_4: 'API 顧客',
    type_5: '一般顧客',
  },
  balance: 'ポイント',
  credit: '枠',
  invite_code: '招待コード',
  created_at: '登録日時',
  empty: 'アカウントはまだありません',
  empty_hint: '招待コードで登録したアカウントがここに表示されます。',
};
