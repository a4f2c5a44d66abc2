import type { MessagesOf } from '../messages';

export const users: MessagesOf<'users'> = {
  description: 'Cuentas que puede gestionar',
  uid: 'UID',
  username: 'Usuario',
  account_type: 'Tipo de cuenta',
  account_type_n: 'Tipo {{type}}',
  all_types: 'Todos los tipos',
  types: {
    type_1: 'Superadministrador',
    type_2: 'Personal operador',
    type_3: 'Cliente con crédito',
    type_4: 'Cliente de API',
    type_5: 'Cliente',
  },
  balance: 'Puntos',
  credit: 'Cuota',
  invite_code: 'Código de invitación',
  created_at: 'Registrado',
  empty: 'Aún no hay cuentas',
  empty_hint: 'Aquí aparecen las cuentas registradas con su código de invitación.',
};
