import type { MessagesOf } from '../messages';

export const notes: MessagesOf<'notes'> = {
  note: 'Note',
  edit: 'Edit note',
  add: 'Add note',
  hint: 'At most {{most}} characters. It is found when you search the list; clear it to remove it.',
  long: 'At most {{most}} characters',
  of: 'Note on “{{name}}”',
};
