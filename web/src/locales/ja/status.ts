import type { MessagesOf } from '../messages';

export const status: MessagesOf<'status'> = {
  back_home: 'ダッシュボードへ戻る',
  not_found: 'ページが見つかりません',
  not_found_hint: 'アドレスが間違っているか、このアカウントでは利用できないページです。',
  no_permission: 'アクセス権限がありません',
  no_permission_hint: '必要な場合は管理者に依頼してください。',
};
