import type { MessagesOf } from '../messages';

export const status: MessagesOf<'status'> = {
  back_home: 'Volver al panel',
  not_found: 'Página no encontrada',
  not_found_hint: 'La dirección puede ser incorrecta o su cuenta no tiene esta página.',
  no_permission: 'Sin permiso',
  no_permission_hint: 'Solicite acceso a un administrador si lo necesita.',
};
