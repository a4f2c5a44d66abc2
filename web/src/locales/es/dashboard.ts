import type { MessagesOf } from '../messages';

export const dashboard: MessagesOf<'dashboard'> = {
  greeting: 'Hola, {{name}}',
  description: 'Su cuenta de un vistazo',
  refresh: 'Actualizar las cifras',
  figures: {
    balance: 'Saldo (puntos)',
    credit: 'Cuota restante',
    total_income: 'Ingresos totales',
  },
  account: 'Cuenta',
  marked: 'Marca',
  internal: 'Cuenta interna',
  invite_code: 'Mi código de invitación',
  copy_code: 'Copiar el código',
  copy_link: 'Copiar un enlace de invitación',
  invite_hint: 'Quien se registre con él le tendrá como invitador.',
  quick_links: 'Accesos rápidos',
  no_pages: 'Por ahora su menú solo tiene el panel.',
  first_steps: 'Empiece aquí',
  steps: {
    points: {
      title: 'Consiga puntos',
      text: 'Las tareas necesitan puntos. Recargue con USDT arriba a la derecha o pida puntos al operador.',
    },
    password: {
      title: 'Proteja la cuenta',
      text: 'Ponga una contraseña que solo usted conozca, en el menú de usuario arriba a la derecha.',
    },
    invite: {
      title: 'Invite a colegas',
      text: 'Envíeles su código o enlace y podrán registrarse.',
    },
  },
};
