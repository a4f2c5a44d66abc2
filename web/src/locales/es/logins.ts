import type { MessagesOf } from '../messages';

export const logins: MessagesOf<'logins'> = {
  current: 'Sesión activa',
  history: 'Historial de accesos',
  began: 'Inicio',
  last_seen: 'Última actividad',
  ip: 'Dirección IP',
  device: 'Dispositivo',
  ended: {
    open: 'Abierta',
    replaced: 'Acceso en otro lugar',
    logged_out: 'Cierre de sesión',
    password_changed: 'Cambio de contraseña',
    ended: 'Terminada por un administrador',
    expired: 'Caducada',
  },
  none: 'Todavía no hay accesos',
  unknown_device: 'Dispositivo desconocido',
};
