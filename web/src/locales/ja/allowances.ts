import type { MessagesOf } from '../messages';

export const allowances: MessagesOf<'allowances'> = {
  title: '使用量と上限',
  hint: 'このアカウントが使用できる量です。増やす場合は運営者にお問い合わせください。',
  resource: 'リソース',
  used: '使用中',
  most: '上限',
  share: '{{name}}の使用率',
  change: '上限を変更',
  edit_title: '{{name}} の上限',
  default: '空欄の場合は既定値：{{value}}',
  resources: {
    stored_bytes: '保存ファイル',
    lists: 'リスト',
    running_tasks: '実行中のタスク',
    previews: '同時に読み取るファイル',
    exports: '同時に行うエクスポート',
    generations: '同時に行う番号生成',
    api_keys: 'API キー',
    webhooks: 'Webhook エンドポイント',
  },
};
