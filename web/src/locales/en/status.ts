import type { MessagesOf } from '../messages';

export const status: MessagesOf<'status'> = {
  back_home: 'Back to the dashboard',
  not_found: 'Page not found',
  not_found_hint: 'The address may be wrong, or your account does not have this page.',
  no_permission: 'No permission',
  no_permission_hint: 'Ask an administrator if you need access.',
};
