import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Accounts that you manage',
  uid: 'UID',
  username: 'Username',
  account_type: 'Account type',
  all_types: 'All types',
  search: 'Username or UID',
  state: 'State',
  all_states: 'All states',
  enabled: 'Enabled',
  disabled: 'Disabled',
  inviter: 'Inviter UID',
  last_login_at: 'Last login',
  created_at: 'Registered',
  empty: 'No accounts yet',
  empty_hint: 'Accounts that register with your invite code appear here.',
};
