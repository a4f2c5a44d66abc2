import type { MessagesOf } from '../messages';

export const form: MessagesOf<'form'> = {
  save: 'Save',
  saved: 'Saved',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  copy: 'Copy',
  export: 'Export CSV',
  actions: 'Actions',
  actions_for: 'Actions for {{name}}',
  yes: 'Yes',
  no: 'No',
  nothing: 'None',
  conflict_title: 'Changed by somebody else meanwhile',
  conflict_text: 'The record was changed while you were editing. Your input is not saved yet.',
  conflict_reload: 'Load the latest and keep my input',
  conflict_reloaded: 'The latest is loaded and your changes are still there. Check them, then save again.',
  conflict_both: 'Changed by both: {{fields}} (yours is kept)',
  one_time_password: 'One-time password',
  one_time_hint: 'It is shown only this once. Copy it and hand it to {{name}} safely.',
  done: 'Done',
};
