import type { MessagesOf } from '../messages';

export const dashboard: MessagesOf<'dashboard'> = {
  greeting: '{{name}} さん、こんにちは',
  description: 'アカウントの概要',
  refresh: '残高を更新',
  figures: {
    balance: '残高(ポイント)',
    credit: '残り枠',
    total_income: '累計収益',
  },
  account: 'アカウント',
  marked: '区分',
  internal: '内部アカウント',
  invite_code: '招待コード',
  copy_code: 'コードをコピー',
  copy_link: '招待リンクをコピー',
  invite_hint: 'これで登録した人の招待者になります。',
  quick_links: 'クイックリンク',
  no_pages: '現在、メニューはダッシュボードのみです。',
  first_steps: 'はじめに',
  steps: {
    points: {
      title: 'ポイントを入手',
      text: 'タスクにはポイントが必要です。右上から USDT でチャージするか、運営者に依頼してください。',
    },
    password: {
      title: 'アカウントを保護',
      text: '右上のユーザーメニューで、自分だけのパスワードを設定します。',
    },
    invite: {
      title: '同僚を招待',
      text: '招待コードかリンクを送れば登録できます。',
    },
  },
};
