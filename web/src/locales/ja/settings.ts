import type { MessagesOf } from '../messages';

export const settings: MessagesOf<'settings'> = {
  appearance: '外観',
  color_scheme: '配色',
  light: 'ライト',
  dark: 'ダーク',
  system: 'システム',
  theme_color: 'テーマカラー',
  free_color: '任意の色',
  layout: 'レイアウト',
  tags_view: 'タブバー',
  fixed_header: 'ヘッダーを固定',
  sidebar_logo: 'サイドバーのロゴ',
  pinyin_search: 'ピンイン検索',
  handle: '右端の設定ボタン',
  preferences: '環境設定',
};
