import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Accounts that you may look after',
  uid: 'UID',
  username: 'Username',
  account_type: 'Account type',
  account_type_n: 'Type {{type}}',
  all_types: 'All types',
  types: {
    type_1: 'Super administrator',
    type_2: 'Operator staff',
    type_3: 'Credit customer',
    type_4: 'API customer',
    type_5: 'Customer',
  },
  balance: 'Points',
  credit: 'Quota',
  invite_code: 'Invite code',
  created_at: 'Registered',
  empty: 'No accounts yet',
  empty_hint: 'Accounts that register with your invite code appear here.',
};
