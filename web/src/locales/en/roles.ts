import type { MessagesOf } from '../messages';

export const roles: MessagesOf<'roles'> = {
  hint: 'Demo only: switch to another demo account without its password.',
  switch: 'Switch',
};
