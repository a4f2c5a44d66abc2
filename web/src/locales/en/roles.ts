import type { MessagesOf } from '../messages';

export const roles: MessagesOf<'roles'> = {
  hint: 'Demonstrations only: step into another demo account without its password.',
  switch: 'Switch',
};
