import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'ユーザー管理',
    role: 'ロール',
    invite: '招待コード',
    notify: '通知',
    audit: '監査ログ',
    setting: 'システム設定',
    recharge: 'チャージ',
    finance: '財務',
    project: 'プロジェクト',
    channel: 'API チャネル',
    wallet: '受取ウォレット',
    task: 'タスク',
    list: 'リスト',
  },
  names: {
    user: {
      list: 'ユーザーの閲覧',
      create: 'ユーザーの作成',
      edit: 'ユーザーの編集・有効化・無効化',
      resetPwd: 'パスワードの再設定',
      endSession: 'セッションの終了',
      switch: 'アカウントの切り替え',
    },
    role: {
      list: 'ロールの閲覧',
      edit: 'ロールの作成・編集・削除',
    },
    invite: {
      list: '招待コードの閲覧',
      edit: '招待コードの作成・無効化',
    },
    notify: {
      manage: '送信済み通知の閲覧',
      send: '通知の送信',
    },
    audit: {
      list: '監査ログの閲覧',
    },
    setting: {
      edit: 'システム設定の変更',
    },
  },
};
