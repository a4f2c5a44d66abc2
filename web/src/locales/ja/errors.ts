import type { MessagesOf } from '../messages';

export const errors: MessagesOf<'errors'> = {
  error: 'Error',
  has_error: 'Has Error',
  verification_failed: '認証に失敗しました。もう一度ログインしてください。',
  no_login_permission: 'このアカウントにはログイン権限がありません。',
  menu_failed: 'メニューデータの読み込みエラー',
  no_answer: 'サーバーに接続できません',
  timed_out: 'サーバーから時間内に応答がありませんでした',
  unreadable: 'サーバーの応答を読み取れませんでした（HTTP {{status}}）',
  not_refreshed: '表示中のデータを更新できませんでした：{{reason}}',
  request_failed: 'リクエストに失敗しました。再試行してください',
  no_full_screen: 'you browser can not work',
  page_failed: 'ページでエラーが発生しました',
  page_not_loaded: 'ページを読み込めませんでした',
  part_failed: 'ページのこの部分でエラーが発生しました',
  part_not_loaded: 'コンソールのこの部分を読み込めませんでした。接続を確認して、もう一度お試しください。',
  try_again_hint: '接続を確認して再試行してください。解決しない場合は運営者に連絡してください。',
  refused_hint: 'しばらくしてからもう一度お試しください。続く場合は運営者にご連絡ください。',
  forbidden_hint: 'あなたのロールにはこの操作の権限がありません。必要な場合は管理者にご連絡ください。',
  newer_version_title: 'このページには新しいバージョンが必要です',
  newer_version_hint:
    '現在のコンソールにはこのページがありません。再読み込みするとサーバーの最新版を取得します。',
};
