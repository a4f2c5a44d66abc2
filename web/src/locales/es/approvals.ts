import type { MessagesOf } from '../messages';

export const approvals: MessagesOf<'approvals'> = {
  description:
    'Operaciones con dinero que necesitan una segunda persona. Nadie aprueba las suyas. Las cuentas que una misma persona ha creado o modificado en los últimos 3 días no se aprueban entre sí.',
  empty: 'No hay solicitudes',
  empty_hint:
    'Los ajustes de saldo, los depósitos abonados y las direcciones nuevas de monedero o nodo aparecen aquí si hay más de un administrador.',
  action: 'Operación',
  subject: 'Cuenta',
  request: 'Detalles',
  requester: 'Solicitado por',
  state: 'Estado',
  decider: 'Decidido por',
  approve: 'Aprobar',
  reject: 'Rechazar',
  withdraw: 'Retirar',
  ask: { approve: '¿Aprobar la solicitud de {{name}}?', reject: '¿Rechazar la solicitud de {{name}}?' },
  ask_text: { approve: 'Se ejecuta de inmediato.', reject: 'No se ejecuta. Se puede volver a solicitar.' },
  done: { approve: 'Aprobada', reject: 'Rechazada' },
  states: { pending: 'En espera', approved: 'Aprobada', rejected: 'Rechazada', expired: 'Caducada' },
};
