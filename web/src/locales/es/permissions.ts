import type { MessagesOf } from '../messages';

export const permissions: MessagesOf<'permissions'> = {
  modules: {
    user: 'Gestión de usuarios',
    role: 'Roles',
    invite: 'Códigos de invitación',
    notify: 'Notificaciones',
    approval: 'Aprobaciones',
    audit: 'Registro de auditoría',
    setting: 'Ajustes del sistema',
    system: 'Estado y puesta en marcha',
    recharge: 'Recargas',
    finance: 'Finanzas',
    privilege_escalation: 'Cuota propia',
    project: 'Proyectos',
    channel: 'Canales API',
    wallet: 'Monederos de cobro',
    task: 'Tareas',
    lookup: 'Consultas',
    list: 'Listas',
    gen_number: 'Generación de números',
  },
  names: {
    user: {
      list: 'Ver usuarios',
      create: 'Crear usuarios',
      edit: 'Editar, activar y desactivar usuarios',
      resetPwd: 'Restablecer contraseñas',
      apiKeys: 'Ver y revocar las claves de API de los clientes',
      endSession: 'Terminar sesiones',
      switch: 'Entrar en cuentas',
      getApiInfo: 'Ver claves de API, uso y webhooks',
      generateApi: 'Crear, cambiar y revocar claves de API y webhooks',
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
    approval: {
      list: 'Aprobar y rechazar operaciones de otros',
    },
    audit: {
      list: 'Leer el registro de auditoría',
    },
    setting: {
      edit: 'Cambiar los ajustes',
    },
    system: {
      health: 'Comprobar el estado del sistema',
      setup: 'Ver y ocultar la guía de puesta en marcha',
    },
    recharge: {
      list: 'Ver pedidos de recarga',
      recharge: 'Crear pedidos de recarga',
      query: 'Consultar el estado de un pedido',
      verify: 'Verificar pagos por transacción',
      cancel: 'Cancelar pedidos',
      getWallet: 'Ver monederos',
      setWallet: 'Cambiar el monedero',
      deposits: 'Ver depósitos',
      creditDeposit: 'Abonar depósitos a mano',
    },
    finance: {
      list: 'Ver movimientos',
      credit: 'Ver movimientos de cuota',
      income: 'Ver ingresos por proyecto',
      adjust: 'Ajustar saldos',
    },
    privilege_escalation: {
      creditRecharge: 'Crear pedidos de cuota',
      getCreditRechargeList: 'Ver pedidos de cuota',
      getDeductList: 'Ver gastos de cuota',
    },
    gen_number: {
      list: 'Ver cifras, vistas previas e historial',
      generate: 'Generar y eliminar series',
    },
    project: {
      list: 'Ver la gestión de proyectos',
      edit: 'Editar, activar y desactivar proyectos',
    },
    channel: {
      list: 'Ver canales API',
      edit: 'Editar, probar y desactivar canales',
    },
    task: {
      list: 'Ver tareas y resultados',
      create: 'Subir listas e iniciar tareas',
      edit: 'Pausar, cancelar, renombrar y eliminar tareas',
      export: 'Exportar resultados',
    },
    lookup: {
      list: 'Ver consultas',
      create: 'Consultar números en la consola',
    },
    list: {
      list: 'Ver listas',
      edit: 'Guardar, renombrar y eliminar listas',
      global: 'Gestionar la lista de exclusión global',
    },
  },
};
