import type { MessagesOf } from '../messages';

export const roles: MessagesOf<'roles'> = {
  hint: 'デモ専用：パスワードなしで別のデモアカウントに切り替えます。',
  switch: '切り替え',
};
