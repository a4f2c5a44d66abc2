import type { MessagesOf } from '../messages';

export const status: MessagesOf<'status'> = {
  back_home: 'Back to dashboard',
  not_found: 'Page not found',
  not_found_hint: 'The address may be wrong, or your account has no access to this page.',
  no_permission: 'No permission',
  no_permission_hint: 'Ask an administrator if you need access.',
};
