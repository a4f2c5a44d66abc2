import type { MessagesOf } from '../messages';

export const table: MessagesOf<'table'> = {
  columns: '表示列',
  total: '全{{total}}件',
  page_size: '1ページの件数',
  rows_a_page: '{{size}}件/ページ',
  previous_page: '前のページ',
  next_page: '次のページ',
  page_n: '{{page}}ページ',
  search: '検索',
  nothing_found: '一致するものがありません',
  nothing_found_hint: '条件を変えるか、フィルターを解除してください。',
  clear_filters: 'フィルターを解除',
  selected: '{{count}} 件選択中',
  select_row: 'この行を選択',
  select_page: 'このページをすべて選択',
  clear_selection: '選択を解除',
};
