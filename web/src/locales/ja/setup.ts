import type { MessagesOf } from '../messages';

export const setup: MessagesOf<'setup'> = {
  description: '最初に設定する項目です。各手順はサーバーが確認します。',
  list: '初期設定の手順',
  progress: '{{total}} 件中 {{done}} 件完了',
  complete: '初期設定は完了しています',
  done: '完了',
  open: '未完了',
  dismiss: 'ダッシュボードに表示しない',
  show: 'ダッシュボードに表示',
  card: 'インストールの初期設定',
  next: '次の手順：',
  all: 'すべての手順',
  credit_only: '顧客のチャージを受け付けない',
  keep_other: '{{count}} 日間保存する',
  hidden_other: '{{count}} 件のプロジェクトにチャネルがなく、顧客には表示されません',
  steps: {
    brand: {
      title: '名称とロゴ',
      text: 'ログインページとメニューの上に表示されます。',
      action: 'システム設定を開く',
    },
    second_factor: {
      title: 'あなたの二要素認証',
      text: 'この管理者アカウントを認証アプリまたはパスキーで保護します。',
      action: 'アカウントのセキュリティを開く',
    },
    payment: {
      title: '支払い方法',
      text: '受取ウォレットを設定し、サーバーがチェーンノードに接続できるようにします。または、残高をすべて運営側で加算します。',
      action: '受取ウォレット設定を開く',
    },
    channel: {
      title: '最初のチャネル',
      text: 'サーバーから接続できるプロバイダーのチャネルを追加し、有効にします。',
      action: 'API チャネル設定を開く',
    },
    prices: {
      title: '単価',
      text: '単価があり、チャネルが回答できるプロジェクトが 1 件以上あること。',
      action: 'プロジェクト管理を開く',
    },
    retention: {
      title: '保存期間',
      text_other: '結果は {{count}} 日後に削除されます。',
      action: 'システム設定を開く',
    },
    backup: {
      title: 'バックアップ',
      text: 'サーバーでこのコマンドを実行します（毎日を推奨）。前回のバックアップは 7 日以内である必要があります。',
      action: 'システムの状態を開く',
    },
  },
};
