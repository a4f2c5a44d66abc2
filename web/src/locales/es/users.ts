import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Cuentas que puede gestionar',
  uid: 'UID',
  username: 'Usuario',
  account_type: 'Tipo de cuenta',
  all_types: 'Todos los tipos',
  search: 'Usuario o UID',
  state: 'Estado',
  all_states: 'Todos los estados',
  enabled: 'Activa',
  disabled: 'Desactivada',
  inviter: 'UID de quien invitó',
  last_login_at: 'Último acceso',
  created_at: 'Registrado',
  empty: 'Aún no hay cuentas',
  empty_hint: 'Aquí aparecen las cuentas registradas con su código de invitación.',
};
