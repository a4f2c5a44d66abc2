import type { MessagesOf } from '../messages';

export const notes: MessagesOf<'notes'> = {
  note: 'Nota',
  edit: 'Editar la nota',
  add: 'Añadir una nota',
  hint: 'Como máximo {{most}} caracteres. Se encuentra al buscar en la lista; vacíela para quitarla.',
  long: 'Como máximo {{most}} caracteres',
  of: 'Nota sobre «{{name}}»',
};
