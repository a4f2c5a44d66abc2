import type { MessagesOf } from '../messages';

export const audit_actions: MessagesOf<'audit_actions'> = {
  user: {
    login: 'Inició sesión',
    logout: 'Cerró sesión',
    register: 'Se registró',
    changePwd: 'Cambió la contraseña',
    setEnabled: 'Activó o desactivó un usuario',
    export: 'Exportó usuarios',
    switch: 'Entró en una cuenta',
    switchBack: 'Volvió a su cuenta',
    totpEnable: 'Activó la verificación en dos pasos',
    totpDisable: 'Desactivó la verificación en dos pasos',
    recoveryCodes: 'Generó códigos de recuperación',
    create: 'Creó un usuario',
    edit: 'Editó un usuario',
    resetPwd: 'Restableció una contraseña',
    endSession: 'Terminó una sesión',
    generateApi: 'Creó una clave de API',
  },
  role: {
    save: 'Guardó un rol',
    delete: 'Eliminó un rol',
  },
  invite: {
    create: 'Creó un código de invitación',
    setEnabled: 'Activó o desactivó un código',
  },
  notify: {
    send: 'Envió una notificación',
  },
  setting: {
    save: 'Cambió los ajustes del sistema',
  },
  audit: {
    export: 'Exportó el registro de auditoría',
  },
  gen_number: {
    generate: 'Generó números',
    export: 'Exportó números generados',
    save: 'Creó una lista con números generados',
    delete: 'Eliminó una serie de números generados',
  },
  project: {
    save: 'Guardó un proyecto',
  },
  channel: {
    save: 'Guardó un canal',
    remove: 'Eliminó un canal',
    test: 'Probó un canal',
    disable: 'Canal desactivado automáticamente',
  },
  task: {
    upload: 'Subió una lista',
    start: 'Inició una tarea',
    sample: 'Ejecutó una muestra',
    pause: 'Pausó una tarea',
    resume: 'Reanudó una tarea',
    cancel: 'Canceló una tarea',
    rename: 'Renombró una tarea',
    remove: 'Eliminó una tarea',
    rerun: 'Repitió los desconocidos',
    export: 'Exportó resultados',
  },
  list: {
    save: 'Guardó una lista',
    rename: 'Renombró una lista',
    remove: 'Eliminó una lista',
    export: 'Exportó una lista',
  },
  apiKey: {
    update: 'Cambió una clave de API',
    rotate: 'Rotó una clave de API',
    revoke: 'Revocó una clave de API',
  },
  webhook: {
    create: 'Creó un webhook',
    update: 'Cambió un webhook',
    rotate: 'Cambió el secreto de un webhook',
    remove: 'Eliminó un webhook',
    test: 'Probó un webhook',
    replay: 'Reenvió un mensaje de webhook',
  },
  finance: {
    export: 'Exportó registros financieros',
    exportIncome: 'Exportó los ingresos por proyecto',
    adjust: 'Ajustó un saldo',
  },
  recharge: {
    recharge: 'Creó un pedido de recarga',
    paid: 'Se pagó un pedido',
    late: 'Un pago llegó tarde',
    verify: 'Indicó la transacción de un pedido',
    cancel: 'Canceló un pedido de recarga',
    export: 'Exportó pedidos de recarga',
    setWallet: 'Cambió el monedero receptor',
    creditDeposit: 'Abonó un depósito',
  },
  privilege_escalation: {
    creditRecharge: 'Creó un pedido de cuota',
  },
};
