import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Accounts that you may look after',
  uid: 'UID',
  username: 'Username',
  account_type: 'Account type',
  all_types: 'All types',
  balance: 'Points',
  credit: 'Quota',
  invite_code: 'Invite code',
  created_at: 'Registered',
  empty: 'No accounts yet',
  empty_hint: 'Accounts that register with your invite code appear here.',
};
