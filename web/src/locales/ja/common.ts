import type { MessagesOf } from '../messages';

export const common: MessagesOf<'common'> = {
  product_title: '番号スクリーニングシステム',
  account_types: {
    type_1: '管理者',
    type_2: 'オペレーター',
    type_3: 'クレジット顧客',
    type_4: 'API 顧客',
    type_5: '一般顧客',
  },
  account_type_n: '種別 {{type}}',
  cancel: 'キャンセル',
  close: '閉じる',
  confirm: '確定',
  copied: 'コピーしました',
  discard: '破棄する',
  language: '言語',
  language_switched: '言語を切り替えました',
  loading: '読み込み中',
  reload: 'ページを再読み込み',
  retry: '再試行',
  unsaved_title: '保存されていない入力',
  unsaved_text: '続行すると、入力した内容は失われます。',
  use_dark: 'ダークテーマにする',
  use_light: 'ライトテーマにする',
  scroll_area: '{{label}}：横スクロール可',
};
