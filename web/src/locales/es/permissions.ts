import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'Gestión de usuarios',
    role: 'Roles',
    invite: 'Códigos de invitación',
    notify: 'Notificaciones',
    audit: 'Registro de auditoría',
    setting: 'Ajustes del sistema',
    recharge: 'Recargas',
    finance: 'Finanzas',
    project: 'Proyectos',
    channel: 'Canales API',
    wallet: 'Carteras de cobro',
    task: 'Tareas',
    list: 'Listas',
  },
  names: {
    user: {
      list: 'Ver usuarios',
      create: 'Crear usuarios',
      edit: 'Editar, activar y desactivar usuarios',
      resetPwd: 'Restablecer contraseñas',
      endSession: 'Terminar sesiones',
      switch: 'Entrar en cuentas',
    },
    role: {
      list: 'Ver roles',
      edit: 'Crear, editar y eliminar roles',
    },
    invite: {
      list: 'Ver códigos de invitación',
      edit: 'Crear y desactivar códigos',
    },
    notify: {
      manage: 'Ver notificaciones enviadas',
      send: 'Enviar notificaciones',
    },
    audit: {
      list: 'Leer el registro de auditoría',
    },
    setting: {
      edit: 'Cambiar los ajustes',
    },
  },
};
