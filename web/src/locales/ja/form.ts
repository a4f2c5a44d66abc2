import type { MessagesOf } from '../messages';

export const form: MessagesOf<'form'> = {
  save: '保存',
  saved: '保存しました',
  create: '作成',
  edit: '編集',
  delete: '削除',
  copy: 'コピー',
  export: 'CSV を出力',
  actions: '操作',
  actions_for: '{{name}} の操作',
  yes: 'はい',
  no: 'いいえ',
  nothing: 'なし',
  conflict_title: '他の人が変更しました',
  conflict_text: '編集中に内容が変更されました。入力内容はまだ保存されていません。',
  conflict_reload: '最新の内容を読み込み、入力を残す',
  conflict_reloaded: '最新の内容を読み込みました。変更は残っています。確認してもう一度保存してください。',
  conflict_both: '双方が変更:{{fields}}(自分の入力を保持)',
  one_time_password: 'ワンタイムパスワード',
  one_time_hint: '表示は一度だけです。コピーして {{name}} に安全に渡してください。',
  done: '完了',
};
