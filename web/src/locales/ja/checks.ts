import type { MessagesOf } from '../messages';

export const checks: MessagesOf<'checks'> = {
  title: 'チェック一覧',
  description: '利用できるチェックとその単価',
  search: 'チェックを検索',
  nothing_hint: '別の語か、分類の名前で検索してください。',
  favourites: 'お気に入り',
  favourite: 'お気に入り：{{name}}',
  available: '利用可能',
  start_with: '新規タスク：{{name}}',
};
