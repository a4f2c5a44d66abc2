import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Cuentas que puede gestionar',
  uid: 'UID',
  username: 'Usuario',
  account_type: 'Tipo de cuenta',
  all_types: 'Todos los tipos',
  balance: 'Puntos',
  credit: 'Cuota',
  invite_code: 'Código de invitación',
  created_at: 'Registrado',
  empty: 'Aún no hay cuentas',
  empty_hint: 'Aquí aparecen las cuentas registradas con su código de invitación.',
};
