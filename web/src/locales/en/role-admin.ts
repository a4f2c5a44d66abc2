import type { MessagesOf } from '../messages';

export const role_admin: MessagesOf<'role_admin'> = {
  description: 'A role is a set of permissions. Changes take effect when a user next opens a page.',
  name: 'Name',
  name_required: 'Enter a name',
  accounts: 'Accounts',
  permissions: 'Permissions',
  everything: 'All permissions',
  count_of: '{{count}} of {{total}}',
  builtin: 'Built-in',
  new: 'New role',
  edit_title: 'Edit role {{name}}',
  view_title: 'Role {{name}}',
  view: 'View',
  locked: 'The administrator role always has every permission and cannot be changed.',
  not_grantable: 'You do not have this permission, so you cannot grant or revoke it',
  whole_module: '{{module}}: all',
  delete_title: 'Delete role {{name}}?',
  delete_text: 'This cannot be undone. A role that is still assigned to accounts cannot be deleted.',
  deleted: 'Role deleted',
  empty: 'No roles yet',
  builtin_names: {
    role_1: 'Administrator',
    role_2: 'Operator',
    role_3: 'Customer',
  },
  role_n: 'Role {{id}}',
};
