import type { MessagesOf } from '../messages';

export const role_admin: MessagesOf<'role_admin'> = {
  description: 'ロールは権限の集まりです。変更はユーザーの次の画面移動から有効になります。',
  name: '名前',
  name_required: '名前を入力してください',
  accounts: 'アカウント数',
  permissions: '権限',
  everything: 'すべて',
  count_of: '{{total}} 件中 {{count}} 件',
  builtin: '組み込み',
  new: 'ロールを作成',
  edit_title: 'ロール {{name}} を編集',
  view_title: 'ロール {{name}}',
  view: '表示',
  locked: '管理者ロールは常にすべての権限を持ち、変更できません。',
  not_grantable: '自分が持っていない権限のため、付与も取り消しもできません',
  whole_module: '{{module}}：すべて',
  delete_title: 'ロール {{name}} を削除しますか？',
  delete_text: '元に戻せません。使用中のロールは削除できません。',
  deleted: 'ロールを削除しました',
  empty: 'ロールはまだありません',
  builtin_names: {
    role_1: '管理者',
    role_2: 'オペレーター',
    role_3: '顧客',
  },
  role_n: 'ロール {{id}}',
};
