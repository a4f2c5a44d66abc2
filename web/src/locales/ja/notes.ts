import type { MessagesOf } from '../messages';

export const notes: MessagesOf<'notes'> = {
  note: 'メモ',
  edit: 'メモを編集',
  add: 'メモを追加',
  hint: '最大 {{most}} 文字。一覧の検索で見つかります。空にすると削除されます。',
  long: '最大 {{most}} 文字です',
  of: '「{{name}}」のメモ',
};
