import type { MessagesOf } from '../messages';

export const role_admin: MessagesOf<'role_admin'> = {
  description: "A role is a set of permissions. Changes take effect at a user's next navigation.",
  name: 'Name',
  name_required: 'Please enter a name',
  accounts: 'Accounts',
  permissions: 'Permissions',
  everything: 'Everything',
  count_of: '{{count}} of {{total}}',
  builtin: 'Built in',
  new: 'New role',
  edit_title: 'Edit role {{name}}',
  view_title: 'Role {{name}}',
  view: 'View',
  locked: 'The administrator role always holds everything and cannot be changed.',
  not_grantable: 'You do not hold this yourself, so you cannot grant or take it',
  whole_module: '{{module}}: all',
  delete_title: 'Delete the role {{name}}?',
  delete_text: 'This cannot be undone. A role that accounts still have cannot be deleted.',
  deleted: 'The role was deleted',
  empty: 'No roles yet',
  builtin_names: {
    role_1: 'Administrator',
    role_2: 'Operator',
    role_3: 'Customer',
  },
  role_n: 'Role {{id}}',
};
